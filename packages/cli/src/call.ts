/** What every command is given: its arguments, its options, and its access to the outside. */
import { type Api, createApi, inCrew } from './api.ts';
import type { Terminal } from './terminal.ts';

export type OptionValue = string | number | boolean | readonly string[] | undefined;

export interface Call {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly terminal: Terminal;
  /** The environment of a child process that administers the data directory. */
  readonly offlineEnv: Readonly<Record<string, string | undefined>>;
  api(): Api;
}

/** The exit code. Nothing means success. */
// biome-ignore lint/suspicious/noConfusingVoidType: an action that cannot fail by itself returns nothing.
export type Action = (call: Call) => Promise<number | void>;

/** `path`: the words of the command. Where it is about one machine, that may be named with its crew: `ops/web1`. */
export function createCall(path: string, words: readonly string[], options: Call['options'], terminal: Terminal): Call {
  const { env } = terminal;
  const [, named, slug] = (path.startsWith('machine ') && /^([^/]+)\/(.+)$/s.exec(words[0] ?? '')) || [];
  const args = slug === undefined ? words : [slug, ...words.slice(1)];
  const crew = named ?? textOption(options.crew);
  const dataDir = textOption(options.dataDir);
  return {
    args,
    options,
    terminal,
    offlineEnv: dataDir === undefined ? env : { ...env, SYNAPSE_DATA_DIR: dataDir },
    api: () => {
      const own = createApi(env, textOption(options.url));
      return crew === undefined ? own : inCrew(own, crew);
    },
  };
}

export function textOption(value: OptionValue): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function listOption(value: OptionValue): readonly string[] | undefined {
  return Array.isArray(value) ? (value as readonly string[]) : undefined;
}

/** Without options that were not given, so that the service's own defaults apply. */
export function given<T extends Record<string, unknown>>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
