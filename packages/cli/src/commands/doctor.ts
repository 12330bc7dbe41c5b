/** `synapse doctor`: runs every check in turn, and says how to fix what it finds. */
import type { Action, Call } from '../call.ts';
import { EXIT } from '../cli-error.ts';
import { checkClients } from '../doctor/check-clients.ts';
import { checkHook } from '../doctor/check-hook.ts';
import { checkPlace } from '../doctor/check-place.ts';
import { checkService } from '../doctor/check-service.ts';
import { checkWaysIn } from '../doctor/check-ways-in.ts';
import type { Finding } from '../doctor/finding.ts';
import { installationEnvIfReadable } from '../installation.ts';
import { printable } from '../terminal.ts';
import { asTyped, tell } from '../words/tell.ts';

export const doctor: Action = async (call) => {
  const { terminal, offlineEnv } = call;
  const api = call.api();
  terminal.progress(tell('looking_here'));
  const findings = await checkPlace(offlineEnv);
  terminal.progress(tell('looking_at', { url: api.url }));
  const service = await checkService(api);
  findings.push(...service.findings);
  if (service.findings[0]?.state === 'ok') {
    // As clients come: through the public address where there is one.
    const known = (service.publicUrl ?? installationEnvIfReadable(offlineEnv).SYNAPSE_PUBLIC_URL) || api.url;
    findings.push(...(await checkWaysIn(known.replace(/\/+$/, ''))));
    findings.push(...(await checkClients(api.url, terminal.env)));
  }
  findings.push(await checkHook(process.cwd(), { ...terminal.env }));
  const wrong = findings.filter(({ state }) => state === 'failed').length;
  terminal.answer({ ok: wrong === 0, findings }, () => findings.map((finding) => show(call, finding)).join('\n'));
  return wrong === 0 ? EXIT.ok : EXIT.failed;
};

function show({ terminal }: Call, { check, state, detail, mend }: Finding): string {
  const marks = {
    ok: terminal.green(tell('mark_ok')),
    warning: terminal.yellow(tell('mark_warning')),
    failed: terminal.red(tell('mark_failed')),
    skipped: terminal.dim(tell('mark_skipped')),
  };
  const line = `${marks[state]}  ${tell('finding', { check: terminal.bold(check), detail: printable(detail) })}`;
  return mend === null ? line : `${line}\n${' '.repeat(tell('mark_ok').length)}  → ${printable(asTyped(mend))}`;
}
