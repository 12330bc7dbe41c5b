/** A call that waits for the end of a command of a crew: it waits, and answers, for as long as its caller may read it. */
import { Refusal } from '@synapse/contract';
import { type Access, can, type Workspace } from '../access/access.ts';

/** The role is checked again this often. */
export const CREW_CHECK_MS = 1_000;

type CrewsOf = Pick<Access, 'crewsOf'>;

/** Whether the caller may still read the log of the workspace. */
export const mayReadLog = async (access: CrewsOf, userId: string, { id, crew }: Workspace): Promise<boolean> =>
  crew === null || (await access.crewsOf(userId)).some((one) => one.id === id && can(one, 'read-log'));

/** Throws not_found where the caller was removed meanwhile. `read` ends early when its signal says so. */
export async function whileReading<T>(
  access: CrewsOf,
  userId: string,
  workspace: Workspace,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (workspace.crew === null) return read(signal);
  const removed = new AbortController();
  const check = async (): Promise<void> => {
    if (!(await mayReadLog(access, userId, workspace))) removed.abort();
  };
  // A check that fails is repeated, and made in any case before the answer.
  const checking = setInterval(() => void check().catch(() => undefined), CREW_CHECK_MS);
  const result = await read(AbortSignal.any([signal, removed.signal])).finally(() => clearInterval(checking));
  if (!(await mayReadLog(access, userId, workspace))) throw new Refusal('not_found');
  return result;
}
