/**
 * The program of a helper process: does one job after the other, and ends with the service.
 *
 * A process and not a thread: a thread that reaches its memory limit takes the whole process with it as soon as one
 * single allocation is too large for V8 to unwind, and a native call (a parse, a search) cannot be interrupted in one.
 */
import { doTextJob, type JobKind, type TextJobs } from './text-jobs.ts';

export interface Question<K extends JobKind = JobKind> {
  readonly kind: K;
  readonly job: TextJobs[K]['job'];
}

export type Reply =
  | { readonly result: unknown; readonly rss: number }
  | { readonly failure: string; readonly rss: number };

/** Said once, before any reply: the time of a job does not begin before. */
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
// A terminal sends it to the whole group; the service decides when its helpers end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.send?.(READY);
