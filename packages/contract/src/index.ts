/** What crosses a wire, for every package: import from here. */
export * from './errors.ts';
export * from './own-filters.ts';
export * from './plans.ts';
export * from './scopes.ts';
