/** `synapse approvals --watch`: each approval as it comes; on a terminal one key decides it. */
import type { Approval } from '@synapse/contract';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { CliError } from '../cli-error.ts';
import { readEvents } from '../event-source.ts';
import { tell } from '../words/tell.ts';
import { approvalCard } from './approval-card.ts';
import { listApprovals } from './list-approvals.ts';

/** Events tell at once; what they miss is looked for this often. */
const LOOK_MS = 5_000;
const BELL = '\x07';

export async function watchApprovals(call: Call, api: Api): Promise<void> {
  const { terminal } = call;
  const stop = new AbortController();
  const leave = (): void => stop.abort();
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  /** Shown, and not answered here yet: the oldest is the one that the keys are about. */
  const waiting = new Map<string, Approval>();

  const look = async (): Promise<void> => {
    const now = await listApprovals(api, 'pending');
    for (const id of waiting.keys()) {
      if (now.some((one) => one.id === id)) continue;
      waiting.delete(id);
      if (!terminal.json) terminal.say(terminal.dim(tell('approval_closed', { id })));
    }
    for (const one of now.toReversed()) {
      if (waiting.has(one.id)) continue;
      waiting.set(one.id, one);
      terminal.write(terminal.json ? `${JSON.stringify(one)}\n` : approvalCard(call, one));
      if (terminal.interactive && !terminal.json) process.stderr.write(BELL);
    }
  };

  const decide = async (decision: 'approve' | 'deny'): Promise<void> => {
    const [first] = waiting.values();
    if (first === undefined) return;
    waiting.delete(first.id);
    try {
      await api.call('POST', `/synapse/approvals/${first.id}`, { decision });
      const paint = decision === 'approve' ? terminal.green : terminal.red;
      terminal.say(paint(tell(decision === 'approve' ? 'approved' : 'denied', { what: first.id })));
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      terminal.say(terminal.red(error.message));
    }
  };
  // One after the other: a second key is for the next approval.
  let last: Promise<void> = Promise.resolve();
  const onKey = (bytes: Buffer): void => {
    for (const key of bytes.toString('latin1')) {
      if (key === '\x03' || key === 'q') leave();
      else if (key === 'a' || key === 'd') {
        last = last.then(() => decide(key === 'a' ? 'approve' : 'deny')).catch(leave);
      }
    }
  };

  const events = await api.open('/synapse/events', stop.signal);
  const keys = terminal.interactive && !terminal.json ? process.stdin : null;
  keys?.setRawMode(true).on('data', onKey);
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  try {
    await look();
    if (!terminal.json) terminal.say(terminal.dim(tell(keys === null ? 'approvals_watching' : 'approvals_keys')));
    if (events.body === null) return;
    for await (const { event } of readEvents(events.body)) if (event === 'approval') await look();
    terminal.say(tell('logs_ended'));
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    clearInterval(timer);
    keys?.off('data', onKey).setRawMode(false).pause();
    process.off('SIGINT', leave);
    process.off('SIGTERM', leave);
  }
}
