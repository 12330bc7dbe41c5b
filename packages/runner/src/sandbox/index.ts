/** Sandboxes: which there are, which one a target has, and how a command runs inside. */
export * from './confine.ts';
export * from './find-sandbox.ts';
export { type Mechanism, SANDBOXES, type SandboxName, type System } from './mechanism.ts';
export { MECHANISMS, makeOf, mechanismOf } from './mechanisms.ts';
