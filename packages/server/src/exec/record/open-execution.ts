/** Opens the audit entry of an execution. From then on it can be stopped and its output followed. */
import { secondsOf } from '@synapse/contract';
import type { CheckedExecution, OpenExecution } from '../execution.ts';
import { Stopper } from '../run/stopper.ts';
import type { OpenOutput } from './open-output.ts';
import type { Recorder } from './recorder.ts';

export interface OpenServices {
  readonly record: Pick<Recorder, 'open'>;
  readonly openOutput: OpenOutput;
}

export async function openExecution(services: OpenServices, checked: CheckedExecution): Promise<OpenExecution> {
  const { order, vault } = checked;
  const stopper = new Stopper(secondsOf(order.request));
  try {
    const opened = await services.record.open(checked);
    // The caller may have gone while the entry was written: then nothing is started for it.
    if (order.signal.aborted) stopper.stop('cancelled');
    const output = services.openOutput(order, vault.redactor, order.wide);
    return { ...checked, ...opened, id: opened.entry.executionId, startedAt: performance.now(), output, stopper };
  } catch (error) {
    stopper.disarm();
    throw error;
  }
}
