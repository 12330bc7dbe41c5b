/** The copies that the configuration asks for; none unless it names a place. What sends them is loaded only then. */
import type { Config } from '../../config/read-config.ts';
import type { CheckpointCopies, CopiesParts } from './checkpoint-copies.ts';

export async function wantedCopies(
  { checkpointCopies, privateAddresses }: Pick<Config, 'checkpointCopies' | 'privateAddresses'>,
  parts: Omit<CopiesParts, 'targets'>,
): Promise<CheckpointCopies | null> {
  if (checkpointCopies === null || checkpointCopies.length === 0) return null;
  const [{ createCheckpointCopies }, { syslogTarget }, { webhookTarget }] = await Promise.all([
    import('./checkpoint-copies.ts'),
    import('./syslog-target.ts'),
    import('./webhook-target.ts'),
  ]);
  const targets = checkpointCopies.map((url) =>
    /^https?:/.test(url) ? webhookTarget(url, privateAddresses) : syslogTarget(url, 'checkpoint'),
  );
  return createCheckpointCopies({ ...parts, targets });
}
