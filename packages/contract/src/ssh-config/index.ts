/** An ssh configuration read as ssh reads it. Pure: text in, plans out; for the command line and for the page. */
export { type HostSettings, type SshConfig, settingsOf } from './evaluate.ts';
export { findHostKeys } from './known-hosts.ts';
export { matchesHostLine } from './patterns.ts';
export { type PlannedHop, type PlannedMachine, planMachines, type Remark } from './plan-machines.ts';
export { type ConfigFile, readLines } from './read-lines.ts';
