/** Stopping a command that runs on another instance. */
import type { Bus } from '../bus/bus.ts';
import type { RunningExecutions } from './running-executions.ts';

const TOPIC = 'executions.stop';

interface StopMessage {
  readonly userId: string;
  readonly executionId: string;
}

export function createStopElsewhere(bus: Bus, running: RunningExecutions) {
  bus.subscribe(TOPIC, (message) => {
    const { userId, executionId } = message as StopMessage;
    running.find(userId, executionId)?.stop('cancelled');
  });
  return async (userId: string, executionId: string): Promise<void> =>
    bus.publish(TOPIC, { userId, executionId } satisfies StopMessage);
}
