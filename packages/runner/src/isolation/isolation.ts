/** How commands on this host are kept away from the service that runs them. */

/** `mounts`: they see a file system without the service's files. `user`: they belong to another user. */
type IsolationKind = 'mounts' | 'user';

export interface Isolation {
  readonly kind: IsolationKind;
  /** Descriptors that the process is to be started with, after its three streams. */
  readonly descriptors: readonly number[];
  /** The arguments that start a program there: in the same process, with the same streams. */
  readonly enclose: (argv: readonly string[]) => string[];
  /** Added to the environment of every command. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/** What the service has on this host that no command may reach. Absolute paths, with no link in them. */
export interface ServiceFiles {
  /** The data directory. It exists, and is the only one that has to. */
  readonly data: string;
  /** Other folders and files that are not to be read: sessions of the command line, files that settings come from. */
  readonly others: readonly string[];
  /** Folders that are not to be written: the service's own program. */
  readonly programs: readonly string[];
}
