/** What every kind of sandbox is: a name, what to install for it, and the shell text that runs a program inside. */

export const SANDBOXES = ['bubblewrap', 'user-namespaces', 'systemd', 'landlock', 'sandbox-exec'] as const;
export type SandboxName = (typeof SANDBOXES)[number];

/** Processors whose system calls we know by number, as `uname -m` names them. */
export const PROCESSORS = ['x86_64', 'aarch64'] as const;
export type Processor = (typeof PROCESSORS)[number];

/** The system of a target: what decides which mechanisms to try there. */
export type System = { readonly kernel: 'Linux'; readonly processor: Processor } | { readonly kernel: 'Darwin' };

/** As `/proc/PID/ns` names them. */
export const ALL_NAMESPACES = ['user', 'mnt', 'pid', 'net', 'ipc'] as const;

export interface Mechanism {
  readonly name: SandboxName;
  /** The kinds of namespace that a process inside has of its own: the probe looks at them. */
  readonly namespaces: readonly (typeof ALL_NAMESPACES)[number][];
  readonly worksOn: (system: System) => boolean;
  /**
   * POSIX sh text that runs `argv` inside, with its own standard input, output and error, and ends with its exit
   * status. Holds nothing secret. It is trusted only after a probe has shown what it does on the target.
   */
  readonly wrap: (argv: readonly string[], system: System) => string;
}
