/** `synapse logs`: past commands, and with --follow also new ones. */
import type { AuditEntry, User } from '@synapse/contract';
import type { Api } from '../api.ts';
import { type Action, type Call, given, textOption } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { readEvents } from '../event-source.ts';
import { printable } from '../terminal.ts';
import { tell } from '../words/tell.ts';

/** Of everybody's log, each says whose it is. */
type Entry = AuditEntry & { readonly user_id?: string };

/** Refusals make no event, so the log is asked this often. */
const LOOK_MS = 5_000;
/** The longest page of the service. What was shown is remembered for a few of them. */
const PAGE = 200;
const SEEN_MAX = 5 * PAGE;

export const logs: Action = async (call) => {
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
    all: names === null ? undefined : 'true',
  });
  // Follows first, then lists: what ends in between is in one of the two.
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const events = options.follow === true ? await api.open('/synapse/events', stop.signal) : null;
  const look = async (most: number): Promise<void> => show(await page(api, { ...filter, limit: String(PAGE) }), most);
  await look(limit);
  if (events?.body == null) return undefined;

  const timer = setInterval(() => void look(PAGE).catch(() => undefined), LOOK_MS);
  try {
    for await (const { event } of readEvents(events.body)) if (event === 'execution') await look(PAGE);
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

function line({ terminal }: Call, entry: Entry, names: ReadonlyMap<string, string> | null): string {
  const state = entry.status === 'done' ? String(entry.exit_code) : (entry.refusal ?? entry.status);
  const place = entry.container === null ? entry.machine : `${entry.machine}/${entry.container}`;
  const paint = entry.success === true ? terminal.green : terminal.red;
  const duration = entry.duration_ms === null ? '' : `${entry.duration_ms} ms`;
  return [
    terminal.dim(entry.created_at),
    // An account that was removed has only its id left.
    ...(names === null ? [] : [printable(names.get(entry.user_id ?? '') ?? entry.user_id ?? '')]),
    entry.source.padEnd(4),
    printable(place),
    paint(state),
    terminal.dim(duration),
    printable(entry.command_template),
  ].join('  ');
}
