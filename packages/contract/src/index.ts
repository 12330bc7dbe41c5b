/** What crosses a wire, for every package: import from here. */
export * from './accounts.ts';
export * from './agent-frames.ts';
export * from './aliases.ts';
export * from './errors.ts';
export * from './executions.ts';
export * from './journal.ts';
export * from './machines.ts';
export * from './own-filters.ts';
export * from './parse.ts';
export * from './plans.ts';
export * from './project-items.ts';
export * from './projects.ts';
export * from './reasons.ts';
export * from './scopes.ts';
export * from './secrets.ts';
export * from './stats.ts';
export * from './text.ts';
