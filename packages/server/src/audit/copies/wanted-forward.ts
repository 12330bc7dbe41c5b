/** The forwarding of the audit log that the configuration asks for; none unless it names a receiver. */
import type { Config } from '../../config/read-config.ts';
import type { AuditForward, ForwardParts, ForwardTarget } from './forward.ts';

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
    // Whoever runs the service has named it: a receiver in the local network is what most have.
    return { url, ...(/^https?:/.test(url) ? webhookTarget(url, true) : syslogTarget(url, 'audit')) };
  });
  return startAuditForward({ ...parts, targets });
}
