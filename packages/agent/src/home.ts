/** Where the agent keeps what must survive a restart: its identity, the pause switch, its state, what it ran. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Identity {
  readonly server: string;
  readonly machine_id: string;
  readonly slug: string;
  /** Certificate of the service's own authority, PEM. Null or missing: the authorities that Node trusts. */
  readonly ca?: string | null;
  /** PKCS #8, PEM. Never leaves this computer. */
  readonly private_key: string;
}

/** What the running agent reports about itself, for `status`. */
export interface AgentState {
  readonly pid: number;
  readonly version: string;
  readonly connected: boolean;
  readonly since: string;
  readonly note: string | null;
}

export interface Home {
  readonly folder: string;
  identity(): Identity | null;
  saveIdentity(identity: Identity): void;
  /** A key being enrolled, PEM. If the answer is lost, the same key may ask again with the same code. */
  pendingKey(): string | null;
  savePendingKey(pem: string): void;
  paused(): boolean;
  setPaused(paused: boolean): void;
  state(): AgentState | null;
  saveState(state: AgentState | null): void;
  /** One line in the owner's log. */
  log(entry: Readonly<Record<string, unknown>>): void;
  remove(): void;
}

/** At this size the log becomes `agent.log.1`, and the previous `agent.log.1` is removed. */
const LOG_BYTES_MAX = 10 * 1024 * 1024;

export function configFolder(): string {
  return process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
}

export function defaultHome(): string {
  return join(configFolder(), 'synapse-agent');
}

export function openHome(folder: string): Home {
  const path = (name: string): string => join(folder, name);
  const files = {
    identity: path('identity.json'),
    pending: path('pending-key.json'),
    paused: path('paused'),
    state: path('state.json'),
    log: path('agent.log'),
  };
  const ready = (): void => void mkdirSync(folder, { recursive: true, mode: 0o700 });

  const read = <T>(file: string): T | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null);
  /** Written whole or not at all, and readable only by its owner. */
  const write = (file: string, value: unknown): void => {
    ready();
    writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };

  return {
    folder,
    identity: () => read<Identity>(files.identity),
    saveIdentity: (identity) => {
      write(files.identity, identity);
      rmSync(files.pending, { force: true });
    },
    pendingKey: () => read<string>(files.pending),
    savePendingKey: (pem) => write(files.pending, pem),
    paused: () => existsSync(files.paused),
    setPaused: (paused) => {
      if (paused) write(files.paused, { since: new Date().toISOString() });
      else rmSync(files.paused, { force: true });
    },
    state: () => read<AgentState>(files.state),
    saveState: (state) => (state === null ? rmSync(files.state, { force: true }) : write(files.state, state)),
    log: (entry) => {
      ready();
      const size = statSync(files.log, { throwIfNoEntry: false })?.size ?? 0;
      if (size > LOG_BYTES_MAX) renameSync(files.log, `${files.log}.1`);
      appendFileSync(files.log, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`, { mode: 0o600 });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
