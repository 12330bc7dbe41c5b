/**
 * The program of a helper process: does one job after the other, and ends with the service.
 *
 * It is a process and not a thread for two reasons. A thread that reaches its memory limit ends the whole process, as
 * soon as one single allocation is too large for V8 to unwind. And a native call (a parse, a search) in a thread cannot
 * be interrupted.
 */
import { doTextJob, type JobKind, type TextJobs } from './text-jobs.ts';

export interface Question<K extends JobKind = JobKind> {
  readonly kind: K;
  readonly job: TextJobs[K]['job'];
}

export type Reply =
  | { readonly result: unknown; readonly rss: number }
  | { readonly failure: string; readonly rss: number };

/** Sent once, before any reply: the time of a job does not start earlier. */
const READY = 'ready';

const reply = (answer: Reply): void => void process.send?.(answer);

process.on('message', async ({ kind, job }: Question) => {
  try {
    const result = await doTextJob(kind, job);
    reply({ result, rss: process.memoryUsage.rss() });
  } catch (error) {
    reply({ failure: error instanceof Error ? error.message : String(error), rss: process.memoryUsage.rss() });
  }
});
process.on('disconnect', () => process.exit());
// A terminal sends this signal to the whole group, but the service decides when its helpers end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.send?.(READY);
