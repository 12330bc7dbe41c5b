/** Plain twin: each transaction commits alone, and waits for the disk where it must be durable. */
import type { groupCommit as Real } from '../../packages/server/src/db/group-commit.ts';
import type { Trick } from '../without/trick.ts';

export const trick: Trick = { file: 'packages/server/src/db/group-commit.ts', loads: ['calls', 'notes'] };

export const groupCommit: typeof Real =
  ({ inside, turn, control, log, committed }) =>
  async (work, { durable = true } = {}) => {
    await turn.take();
    let result: Awaited<ReturnType<typeof work>>;
    try {
      control.begin();
      try {
        result = await work(inside);
        control.commit.run();
      } catch (error) {
        if (control.inTransaction()) control.rollback.run();
        throw error;
      }
      committed();
      if (durable) await log.synced();
    } finally {
      turn.give();
    }
    return result;
  };
