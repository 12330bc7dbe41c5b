/** `synapse logs`: past commands, and with --follow also new ones; or all about one of them. */
import type { AuditEntry, ExecResult, User } from '@synapse/contract';
import type { Api } from '../api.ts';
import { type Action, type Call, given, textOption } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { readEvents } from '../event-source.ts';
import { printable } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';
import { printRest } from './follow.ts';
import { LOG_COLUMNS, type LogCells, type LogColumns, logColumns } from './log-columns.ts';

/** Of everybody's log, each says whose it is. */
type Entry = AuditEntry & { readonly user_id?: string };
/** Of users, by their ids. Null: it is one's own log. */
type Names = ReadonlyMap<string, string> | null;

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
  const layout = logColumns(terminal.isScreen('stdout') ? process.stdout.columns : null, names !== null);
  const seen = new Set<string>();
  /** The last `most` of those that have ended and were not shown. Older ones count as shown. */
  const show = (entries: readonly Entry[], most: number): void => {
    const fresh = entries.filter(({ id, status }) => status !== 'running' && status !== 'pending' && !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    for (const id of [...seen].slice(0, -SEEN_MAX)) seen.delete(id);
    for (const entry of fresh.slice(0, most).toReversed())
      terminal.write(`${terminal.json ? JSON.stringify(entry) : lineOf(call, entry, names, layout)}\n`);
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
  if (!terminal.json) terminal.write(`${terminal.bold(header(layout))}\n`);
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
};

async function page(api: Api, query: Record<string, string | undefined>): Promise<Entry[]> {
  const text = new URLSearchParams(given(query) as Record<string, string>);
  return (await api.call<{ entries: Entry[] }>('GET', `/synapse/executions?${text}`)).entries;
}

/** Of all users, by their ids. For administrators only. */
async function readNames(api: Api): Promise<NonNullable<Names>> {
  const { users } = await api.call<{ users: User[] }>('GET', '/admin/users');
  return new Map(users.map(({ id, username }) => [id, username]));
}

/** Long enough to name it: what was ordered at another millisecond begins otherwise. */
const ID_CHARS = 13;

function header({ line }: LogColumns): string {
  const heads = columns('logs_head');
  return line(Object.fromEntries(LOG_COLUMNS.map((column, at) => [column, heads[at]!])) as unknown as LogCells);
}

function lineOf({ terminal }: Call, entry: Entry, names: Names, layout: LogColumns): string {
  const place = entry.container === null ? entry.machine : `${entry.machine}/${entry.container}`;
  return layout.line(
    {
      id: entry.execution_id.slice(0, ID_CHARS),
      when: terminal.time(entry.created_at),
      who: whoOf(entry, names),
      machine: printable(place),
      state: entry.status === 'done' ? String(entry.exit_code) : (entry.refusal ?? entry.status),
      duration: entry.duration_ms === null ? '' : `${entry.duration_ms} ms`,
      command: printable(entry.command_template),
    },
    entry.success === true ? terminal.green : terminal.red,
  );
}

/** In a crew the member, of everybody's log the user; of one's own, by which way it came: an assistant is `mcp`. */
function whoOf({ actor, user_id = '', source }: Entry, names: Names): string {
  if (actor) return printable(actor.username);
  // An account that was removed has only its id left.
  return names === null ? source : printable(names.get(user_id) ?? user_id);
}

/** An ISO date, or how long ago: 30m, 2h, 3d. */
function sinceOf(given: string | undefined): string | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(given ?? '') ?? [];
  if (count !== undefined) return new Date(Date.now() - Number(count) * SECONDS[unit as 's'] * 1000).toISOString();
  if (given !== undefined && Number.isNaN(Date.parse(given))) throw usageError(tell('logs_since', { given }));
  return given;
}
const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

async function showEntry({ api, terminal }: Call, id: string): Promise<void> {
  const entry = await api().call<AuditEntry>('GET', `/synapse/executions/${encodeURIComponent(id)}/entry`);
  terminal.answer(entry, () =>
    Object.entries(entry)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => `${terminal.dim(name.padEnd(16))}  ${printable(String(value))}`)
      .join('\n'),
  );
}

/** `synapse output`: what a command printed, as long as it is kept. */
export const output: Action = async ({ args, api: open, terminal }) => {
  const api = open();
  const path = `/synapse/executions/${encodeURIComponent(args[0]!)}`;
  const result = await api.call<ExecResult>('GET', path);
  if (terminal.json) terminal.answer(result, () => result.stdout);
  else await printRest(api, result.execution_id, terminal, { stdout: 0, stderr: 0 });
  terminal.flush();
};
