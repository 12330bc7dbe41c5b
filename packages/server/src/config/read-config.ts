/** The only reader of the environment: turns variables into one checked, frozen object. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Quotas } from '@synapse/contract';
import { loginPath } from '@synapse/runner';
import { nearest } from '../nearest.ts';
import { CLIENT_NAMES, OPTIONS } from './options.ts';
import { BadValue, type Option } from './parse-option.ts';

type Options = typeof OPTIONS;
/** Null only for an option without a fallback. */
type Parsed = {
  readonly [K in keyof Options]: Options[K] extends Option<infer T> & { fallback: infer F }
    ? F extends null
      ? T | null
      : T
    : never;
};

export interface Config extends Omit<Parsed, 'allowLocal' | 'localPath' | 'limits'> {
  readonly allowLocal: NonNullable<Parsed['allowLocal']>;
  /** `PATH` of commands on the service's own host. */
  readonly localPath: string;
  /** Theirs, too. */
  readonly localUmask: number;
  /** What no command on the service's own host may read: the command line's folder first, then what `_FILE` names. */
  readonly privateFiles: readonly string[];
  /** The socket of the service's own ssh agent. Null: it has none. */
  readonly sshAgent: string | null;
  /** Commands at once: on one machine, and of one user. */
  readonly concurrency: { readonly machine: number; readonly user: number };
  /** Commands of one user in any 60 seconds. */
  readonly execPerMinute: number;
  /** How often the service and an agent show each other that they are there. */
  readonly agentHeartbeatMs: number;
  /** How long a machine may take to be reached. */
  readonly connectSeconds: number;
  /** How often each active machine is checked. 0: only while its page is open. */
  readonly healthSeconds: number;
  /** Calls a day, by plan. */
  readonly quotas: Quotas;
  /** True when only this computer can connect. */
  readonly loopback: boolean;
}

/** What is wrong with the configuration, one line per problem, each with how to fix it. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** What no operator has to choose; a test may. */
const FIXED = { connectSeconds: 15, healthSeconds: 240, agentHeartbeatMs: 10_000 } as const;

/** `localUmask`: the one that the service was started with, before it took a stricter one for its own files. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, localUmask = 0o022): Config {
  const problems = unknownNames(env);
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(OPTIONS) as [keyof Options, Option<unknown>][]) {
    try {
      const text = readText(env, option);
      values[key] = text === null ? null : option.parse(text);
    } catch (error) {
      problems.push(describe(option, error));
    }
  }
  if (problems.length === 0 && (values.oidcIssuer === null) !== (values.oidcClientId === null)) {
    problems.push('SYNAPSE_OIDC_ISSUER and SYNAPSE_OIDC_CLIENT_ID belong together: set both or neither');
  }
  const toBucket = typeof values.auditArchive === 'string' && values.auditArchive.startsWith('s3://');
  if (problems.length === 0 && toBucket && (values.archiveKeyId === null || values.archiveSecret === null)) {
    problems.push('SYNAPSE_AUDIT_ARCHIVE names a bucket: it needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  const parsed = values as unknown as Parsed;
  const loopback = isLoopback(parsed.host);
  const { machine, user, minute: execPerMinute, ...quotas } = parsed.limits;
  const concurrency = { machine, user };
  const sshAgent = env.SSH_AUTH_SOCK || null;
  const localPath = parsed.localPath ?? loginPath(env.PATH);
  const allowLocal = parsed.allowLocal ?? (loopback ? 'admin' : 'off');
  const privateFiles = [commandLineFolder(env), ...namedFiles(env)];
  const { limits: _, ...rest } = parsed;
  return Object.freeze({
    ...rest,
    loopback,
    allowLocal,
    localPath,
    localUmask,
    privateFiles,
    sshAgent,
    quotas,
    concurrency,
    execPerMinute,
    ...FIXED,
  });
}

/** Where the command line of the same user keeps its sessions and tokens. */
function commandLineFolder(env: Readonly<Record<string, string | undefined>>): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'synapse');
}

/** The files that values are read from. */
function namedFiles(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.values(OPTIONS).flatMap(({ name }) => env[`${name}_FILE`] || []);
}

/**
 * The variable itself, else the file that its `_FILE` variable names, else the fallback. An empty value counts as
 * unset.
 */
function readText(env: Readonly<Record<string, string | undefined>>, option: Option<unknown>): string | null {
  const direct = env[option.name] || undefined;
  const file = env[`${option.name}_FILE`] || undefined;
  if (direct !== undefined && file !== undefined) {
    throw new BadValue(`only one of ${option.name} and ${option.name}_FILE`);
  }
  if (file === undefined) return direct ?? option.fallback;
  const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  // A named file that is empty is a mistake, such as a secret that was not mounted.
  if (text === '') throw new Error('it is empty');
  return text;
}

function describe(option: Option<unknown>, error: unknown): string {
  if (error instanceof BadValue) return `${option.name} takes ${error.message}`;
  const reason = error instanceof Error ? error.message : 'unreadable';
  return `${option.name}_FILE cannot be read: ${reason}`;
}

function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.values(OPTIONS).flatMap(({ name }) => [name as string, `${name}_FILE`]);
  return Object.keys(env)
    .filter((name) => name.startsWith('SYNAPSE_') && !known.includes(name) && !isClientName(name))
    .map((name) => `${name} is not an option; did you mean ${nearest(name, known)}?`);
}

function isClientName(name: string): boolean {
  return CLIENT_NAMES.includes(name.replace(/_FILE$/, ''));
}

export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const address = host.replace(/^\[|\]$/g, '');
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}
