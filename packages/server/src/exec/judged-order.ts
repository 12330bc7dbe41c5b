/** A command as the policies are asked about it: what it would do, who gave the order, where it would run, and when. */
import { judge } from '@synapse/judge';
import type { MachineRecord } from '../machines/machines.ts';
import { type JudgedOrder, judgingFailed } from '../policy/index.ts';
import type { Order } from './order.ts';

type Known = Omit<JudgedOrder, 'judgement' | 'secrets' | 'inForce'>;

export function judgedOrder(
  { userId, source, tokenLabel, requestId }: Pick<Order, 'userId' | 'source' | 'tokenLabel' | 'requestId'>,
  { slug }: MachineRecord,
  container: string | null,
  at: number,
): Known {
  return { userId, source, tokenLabel, requestId, machine: { slug, tags: [] }, container, at };
}

/** Judged when somebody first asks, and never twice: a command that nobody asks about costs nothing. */
export function judgeOnce(
  command: string,
  cwd: string | null,
  isSecret: (name: string) => boolean,
  requestId: string,
): JudgedOrder['judgement'] {
  let judged: ReturnType<JudgedOrder['judgement']> | undefined;
  return () => {
    try {
      judged ??= judge(command, { cwd, home: null, isSecret });
      return judged;
    } catch (error) {
      throw judgingFailed(error, requestId);
    }
  };
}
