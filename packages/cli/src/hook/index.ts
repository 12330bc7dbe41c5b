/** The Git hook, for the commands that install, remove, inspect and flush it. */
export { HookError } from './git.ts';
export { HOOK_NAMES } from './hook-files.ts';
export type { HookSettings } from './hook-settings.ts';
export { flushHook, type HookStatus, hookStatus } from './hook-status.ts';
export { type HookPlace, type HookTargets, type InstallOptions, installHook, uninstallHook } from './install-hook.ts';
