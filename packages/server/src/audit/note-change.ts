/** A change in the log of its workspace: of a crew by the call that changes it, which knows who calls; of a person here. */
import type { TellCrew } from '../access/access.ts';
import type { Queries } from '../db/database.ts';
import type { Audit, Note } from './audit.ts';

interface Change extends Note {
  readonly tell: TellCrew | undefined;
}

/** In the transaction of the change. The returned function is called once all is committed. */
export async function noteChange(
  audit: Pick<Audit, 'note' | 'committed'>,
  tx: Queries,
  { tell, ...note }: Change,
): Promise<() => void> {
  if (tell !== undefined) {
    await tell(tx, note.what);
    return () => undefined;
  }
  const entry = await audit.note(tx, note);
  return () => audit.committed(entry);
}
