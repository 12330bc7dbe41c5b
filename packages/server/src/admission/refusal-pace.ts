/**
 * Slows down a user whose orders are refused again and again. A flood of bad orders then costs little, and a good order
 * still gets through, a moment later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, Refusal } from '@synapse/contract';
import type { Clock } from '../clock.ts';

export interface RefusalPace {
  /**
   * Waits until the order may proceed; undefined when the user is not slowed down. Refuses when too many of theirs wait
   * already.
   */
  turn(userId: string): Promise<void> | undefined;
  /** The user has reached the limit of refused orders within a minute. */
  slowDown(userId: string): void;
}

interface Slow {
  until: number;
  /** When the next order is looked at. */
  next: number;
  waiting: number;
}

export function createRefusalPace(clock: Clock): RefusalPace {
  const { windowMs, everyMs, waiting: mostWaiting } = LIMITS.refusedExecutions;
  const slowed = new Map<string, Slow>();

  const forget = (now: number): void => {
    for (const [userId, { until, waiting }] of slowed) if (until <= now && waiting === 0) slowed.delete(userId);
  };

  const wait = async (slow: Slow): Promise<void> => {
    const now = performance.now();
    const at = Math.max(now, slow.next);
    slow.next = at + everyMs;
    slow.waiting += 1;
    await sleep(at - now);
    slow.waiting -= 1;
  };

  return {
    turn: (userId) => {
      const slow = slowed.get(userId);
      if (slow === undefined || slow.until <= clock()) return undefined;
      if (slow.waiting >= mostWaiting) throw new Refusal('exec_rate_limited', { retry_after: 1 });
      return wait(slow);
    },

    slowDown: (userId) => {
      const now = clock();
      forget(now);
      const slow = slowed.get(userId) ?? { until: 0, next: performance.now() + everyMs, waiting: 0 };
      slow.until = now + windowMs;
      slowed.set(userId, slow);
    },
  };
}
