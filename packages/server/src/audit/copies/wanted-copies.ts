/** The copies that the configuration asks for; none unless it names a place. What sends them is loaded only then. */
import type { Config } from '../../config/read-config.ts';
import type { CheckpointCopies, CopiesParts } from './checkpoint-copies.ts';
import type { AuditForward, ForwardParts, ForwardTarget } from './forward.ts';

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

/** The forwarding of the audit log that the configuration asks for; none unless it names a receiver. */
export async function wantedForward(
  { auditForward }: Pick<Config, 'auditForward'>,
  parts: Omit<ForwardParts, 'targets'>,
): Promise<AuditForward | null> {
  if (auditForward === null || auditForward.length === 0) return null;
  const [{ startAuditForward }, { syslogTarget }, { webhookTarget }, { fileTarget }] = await Promise.all([
    import('./forward.ts'),
    import('./syslog-target.ts'),
    import('./webhook-target.ts'),
    import('./file-target.ts'),
  ]);
  const targets = auditForward.map((url): ForwardTarget => {
    if (url.startsWith('file:')) return { url, ...fileTarget(url) };
    // The operator named it, and most receivers are in the local network.
    return { url, ...(/^https?:/.test(url) ? webhookTarget(url, true) : syslogTarget(url, 'audit')) };
  });
  return startAuditForward({ ...parts, targets });
}
