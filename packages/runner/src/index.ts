/**
 * Runs a command in a shell: the interface, the local executor, and what the executors of other targets share with it.
 */
export * from './bootstrap.ts';
export * from './drive-shell.ts';
export type { Signs } from './execution-mark.ts';
export * from './executor.ts';
export { findIsolation, isolateByUser } from './isolation/find-isolation.ts';
export type { Isolation, ServiceFiles } from './isolation/isolation.ts';
export * from './job/job-text.ts';
export * from './job/read-answer.ts';
export * from './lingering.ts';
export * from './local.ts';
export { loginPath } from './login-environment.ts';
export { startPatience } from './patience.ts';
export { createPipeStock, type PipeStock } from './pipe-stock.ts';
export * from './prepare-command.ts';
export * from './probe-by-shell.ts';
export * from './sandbox/index.ts';
export * from './secret-value.ts';
export * from './shell-quote.ts';
export * from './start-child.ts';
export { CUT_OFF_STATUS, GATHER, killFromOutside, killMarked, STAND_DOWN, watchFromOutside } from './watchdog.ts';
export { INSIDE_TEXT, supervised, watchedInside } from './wrap-container.ts';
