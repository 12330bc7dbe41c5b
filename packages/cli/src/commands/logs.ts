/** `synapse logs`: past commands, and with --follow also new ones; or all about one of them. */
import type { AuditEntry, ExecResult, User } from '@synapse/contract';
import type { Api } from '../api.ts';
import { type Action, type Call, given, textOption } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { readEvents } from '../event-source.ts';
import { printable } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';
import { printRest } from './follow.ts';

/** Of everybody's log, each says whose it is. */
type Entry = AuditEntry & { readonly user_id?: string };

/** Refusals make no event, so the log is asked this often. */
const LOOK_MS = 5_000;
/** The longest page of the service. What was shown is remembered for a few of them. */
const PAGE = 200;
const SEEN_MAX = 5 * PAGE;

export const logs: Action = async (call) => {
  if (call.args[0] !== undefined) return showEntry(call, call.args[0]);
  const { options, terminal } = call;
  const limit = Number(options.limit);
  if (limit < 1 || limit > PAGE) throw usageError(tell('logs_limit', { most: PAGE }));
  const api = call.api();
  const names = options.allUsers === true ? await readNames(api) : null;
  const seen = new Set<string>();
  /** The last `most` of those that have ended and were not shown. Older ones count as shown. */
  const show = (entries: readonly Entry[], most: number): void => {
    const fresh = entries.filter(({ id, status }) => status !== 'running' && status !== 'pending' && !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    for (const id of [...seen].slice(0, -SEEN_MAX)) seen.delete(id);
    for (const entry of fresh.slice(0, most).toReversed())
      terminal.write(`${terminal.json ? JSON.stringify(entry) : line(call, entry, names)}\n`);
  };
  const filter = given({
    machine: textOption(options.machine),
    success: options.failed === true ? 'false' : undefined,
    since: sinceOf(textOption(options.since)),
    q: textOption(options.grep),
    all: names === null ? undefined : 'true',
  });
  // Follows first, then lists: what ends in between is in one of the two.
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const events = options.follow === true ? await api.open('/synapse/events', stop.signal) : null;
  const newest = (): Promise<Entry[]> => page(api, { ...filter, limit: String(PAGE) });
  const before = await newest();
  if (!terminal.json) terminal.write(`${terminal.bold(header(names !== null))}\n`);
  show(before, limit);
  const look = async (): Promise<void> => show(await newest(), PAGE);
  if (events?.body == null) return undefined;

  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  try {
    for await (const { event } of readEvents(events.body)) if (event === 'execution') await look();
    terminal.say(tell('logs_ended'));
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    clearInterval(timer);
  }
  return undefined;
};

async function page(api: Api, query: Record<string, string | undefined>): Promise<Entry[]> {
  const text = new URLSearchParams(given(query) as Record<string, string>);
  return (await api.call<{ entries: Entry[] }>('GET', `/synapse/executions?${text}`)).entries;
}

/** Of all users, by their ids. Refused to whoever is no administrator. */
async function readNames(api: Api): Promise<ReadonlyMap<string, string>> {
  const { users } = await api.call<{ users: User[] }>('GET', '/admin/users');
  return new Map(users.map(({ id, username }) => [id, username]));
}

/** Widths that hold what is usual: lines that come later stand below the first ones. */
const WIDTHS = { id: 13, when: 24, user: 12, source: 4, machine: 14, state: 19, duration: 9 };

function header(users: boolean): string {
  const [id, when, user, machine, state, duration, command] = columns('logs_head') as [string, ...string[]];
  return aligned(
    {
      id,
      when: when!,
      who: user!.padEnd(users ? WIDTHS.user : WIDTHS.source),
      machine: machine!,
      state: state!,
      duration: duration!,
    },
    command!,
  );
}

interface Cells {
  readonly id: string;
  readonly when: string;
  readonly who: string;
  readonly machine: string;
  readonly state: string;
  readonly duration: string;
}

const aligned = ({ id, when, who, machine, state, duration }: Cells, command: string, paint = plain): string =>
  [
    id.padEnd(WIDTHS.id),
    when.padEnd(WIDTHS.when),
    who,
    machine.padEnd(WIDTHS.machine),
    paint(state.padEnd(WIDTHS.state)),
    duration.padStart(WIDTHS.duration),
    command,
  ].join('  ');
const plain = (text: string): string => text;

/** Long enough to name it: what was ordered at another millisecond begins otherwise. */
const shortId = (id: string): string => id.slice(0, WIDTHS.id);

function line({ terminal }: Call, entry: Entry, names: ReadonlyMap<string, string> | null): string {
  const place = entry.container === null ? entry.machine : `${entry.machine}/${entry.container}`;
  return aligned(
    {
      id: shortId(entry.execution_id),
      when: terminal.time(entry.created_at),
      who: whoOf(entry, names),
      machine: printable(place),
      state: stateOf(entry),
      duration: entry.duration_ms === null ? '' : `${entry.duration_ms} ms`,
    },
    printable(entry.command_template),
    entry.success === true ? terminal.green : terminal.red,
  );
}

/** Of everybody's log the user; of one's own, by which way it came: an assistant is `mcp`. */
function whoOf({ user_id = '', source }: Entry, names: ReadonlyMap<string, string> | null): string {
  if (names === null) return source.padEnd(WIDTHS.source);
  // An account that was removed has only its id left.
  return printable(names.get(user_id) ?? user_id).padEnd(WIDTHS.user);
}

function stateOf(entry: Entry): string {
  const state = entry.status === 'done' ? String(entry.exit_code) : (entry.refusal ?? entry.status);
  return state.length > WIDTHS.state ? `${state.slice(0, WIDTHS.state - 1)}…` : state;
}

/** An ISO date, or how long ago: 30m, 2h, 3d. */
function sinceOf(given: string | undefined): string | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(given ?? '') ?? [];
  if (count !== undefined) return new Date(Date.now() - Number(count) * SECONDS[unit as 's'] * 1000).toISOString();
  if (given !== undefined && Number.isNaN(Date.parse(given))) throw usageError(tell('logs_since', { given }));
  return given;
}
const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

async function showEntry({ api, terminal }: Call, id: string): Promise<undefined> {
  const entry = await api().call<AuditEntry>('GET', `/synapse/executions/${encodeURIComponent(id)}/entry`);
  terminal.answer(entry, () =>
    Object.entries(entry)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => `${terminal.dim(name.padEnd(16))}  ${printable(String(value))}`)
      .join('\n'),
  );
  return undefined;
}

/** `synapse output`: what a command printed, as long as it is kept. */
export const output: Action = async ({ args, api: open, terminal }) => {
  const api = open();
  const path = `/synapse/executions/${encodeURIComponent(args[0]!)}`;
  const result = await api.call<ExecResult>('GET', path);
  if (terminal.json) terminal.answer(result, () => result.stdout);
  else await printRest(api, result.execution_id, terminal, { stdout: 0, stderr: 0 });
  terminal.flush();
  return undefined;
};
