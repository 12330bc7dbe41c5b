/** The service as its clients see it: readiness, clock, what a proxy does to calls, machines. */
import type { InstanceReport, LocalIsolationState, Machine, Me, ServiceStatus } from '@synapse/contract';
import { BEST_SANDBOXES } from '@synapse/contract/sandboxes';
import { type Api, reach } from '../api.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { reasonInWords } from '../ready-reason.ts';
import { tell } from '../words/tell.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

const CLOCK_MS = 30_000;
const STREAM_MS = 3_000;

interface Connection {
  readonly ip: string;
  readonly protocol: string;
  readonly host: string;
  readonly forwarded_ignored: boolean;
  readonly version: string;
  readonly public_url: string | null;
  readonly local_isolation: LocalIsolationState;
  readonly local_isolation_reason: string | null;
}

export interface ServiceSeen {
  readonly findings: readonly Finding[];
  /** The address that clients use, as far as the service told. */
  readonly publicUrl: string | null;
}

export async function checkService(api: Api): Promise<ServiceSeen> {
  let ready: Response;
  try {
    ready = await reach(`${api.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
  } catch (error) {
    const reason = error instanceof CliError ? error.message : tell('service_late', { url: api.url });
    return { findings: [failed(tell('check_service'), reason, 'synapse serve')], publicUrl: null };
  }
  const findings: Finding[] = [
    ready.ok
      ? ok(tell('check_service'), tell('service_ready', { url: api.url }))
      : failed(
          tell('check_service'),
          tell('service_unready', { url: api.url, status: ready.status }),
          await mendOf(ready),
        ),
    checkClock(ready),
    await checkOrigin(api),
  ];
  let publicUrl: string | null = null;
  try {
    const connection = await api.call<Connection>('GET', '/synapse/connection');
    publicUrl = connection.public_url ?? null;
    findings.push(checkProxy(api, connection), await checkStreaming(api), await checkLimits(api));
    findings.push(...(await checkInstances(api)));
    // Commands are refused while it is not ready: what that says of machines would mislead.
    if (ready.ok) findings.push(...(await checkMachines(api, connection)));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.exitCode === EXIT.signedOut) {
      findings.push(skipped(tell('check_signed_in'), `${error.message}: synapse login`));
    } else if (ready.ok) throw error;
    else findings.push(skipped(tell('check_signed_in'), error.message));
  }
  return { findings, publicUrl };
}

/** What it says itself of what is wrong. */
async function mendOf(ready: Response): Promise<string> {
  const said = (await ready.json().catch(() => null)) as { readonly reason?: unknown } | null;
  return typeof said?.reason === 'string' ? reasonInWords(said.reason) : tell('service_log');
}

function checkClock(response: Response): Finding {
  const there = Date.parse(response.headers.get('date') ?? '');
  const apart = Math.abs(there - Date.now());
  if (!(apart > CLOCK_MS)) return ok(tell('check_clock'), tell('clock_ok'));
  const seconds = Math.round(apart / 1000);
  return warning(tell('check_clock'), tell('clock_apart', { seconds }), tell('clock_mend'));
}

/** A page from the service's own address must be accepted. */
async function checkOrigin({ url }: Api): Promise<Finding> {
  const { origin } = new URL(url);
  const answer = await reach(`${url}/auth/me`, { headers: { origin } });
  if (answer.status !== 403) return ok(tell('check_origin'), tell('origin_ok', { origin }));
  return failed(tell('check_origin'), tell('origin_unknown', { origin }), tell('origin_mend', { url }));
}

function checkProxy({ url }: Api, { ip, protocol, forwarded_ignored: ignored }: Connection): Finding {
  const check = tell('check_proxy');
  if (ignored) return failed(check, tell('proxy_ignored', { ip }), tell('proxy_ignored_mend'));
  if (url.startsWith('https:') && protocol !== 'https') {
    return failed(check, tell('proxy_plain'), tell('proxy_plain_mend'));
  }
  return ok(check, tell('proxy_ok', { ip, protocol }));
}

/** Nothing can be wrong with them, but a person who is refused needs to know them. */
async function checkLimits(api: Api): Promise<Finding> {
  const { executions_per_minute: commands, daily_quota: calls } = await api.call<Me>('GET', '/auth/me');
  return ok(tell('check_limits'), tell('limits_ok', { commands, calls }));
}

/** The stream sends something at once. A proxy that buffers holds it back. */
async function checkStreaming(api: Api): Promise<Finding> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), STREAM_MS);
  try {
    const { body } = await api.open('/synapse/events', stop.signal);
    await body?.getReader().read();
    return ok(tell('check_streaming'), tell('streaming_ok'));
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return failed(tell('check_streaming'), tell('streaming_held'), tell('streaming_mend'));
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** What instances say of themselves to administrators: damaged logs, and lines that do not arrive. */
async function checkInstances(api: Api): Promise<Finding[]> {
  const status = await api.call<ServiceStatus>('GET', '/admin/status').catch((error: unknown) => {
    if (error instanceof CliError) return null;
    throw error;
  });
  if (status === null) return [];
  const reports = status.instances.flatMap(({ report }) => (report === null ? [] : [report]));
  const sending = (check: string, mend: string, receivers: InstanceReport['audit_forward']): Finding[] =>
    receivers.map(({ to, waiting, problem }) =>
      problem === null
        ? ok(check, tell('copies_ok', { to }))
        : failed(check, tell('copies_lost', { to, problem, waiting }), mend),
    );
  const damaged = Math.max(0, ...reports.map((report) => report.audit_damaged));
  return [
    damaged === 0
      ? ok(tell('check_audit'), tell('audit_undamaged'))
      : failed(tell('check_audit'), tell('audit_disagrees', { damaged }), 'synapse audit verify --offline'),
    ...reports.flatMap(({ checkpoint_copies: to }) => sending(tell('check_copies'), tell('copies_mend'), to)),
    ...reports.flatMap(({ audit_forward: to }) => sending(tell('check_forward'), tell('forward_mend'), to)),
  ];
}

/** What it costs, where it is on; what can be read, where it is not. */
function checkIsolation({ local_isolation: state, local_isolation_reason: reason }: Connection): Finding[] {
  const check = tell('check_isolation');
  switch (state) {
    case 'user':
      return [ok(check, tell('isolation_user'))];
    case 'mounts':
      return [ok(check, tell('isolation_mounts'))];
    case 'off':
      return [warning(check, tell('isolation_off'), tell('isolation_off_mend'))];
    case 'none':
      return [warning(check, tell('isolation_none', { reason: reason ?? '?' }), tell('isolation_none_mend'))];
  }
}

async function checkMachines(api: Api, connection: Connection): Promise<Finding[]> {
  const { version } = connection;
  const { machines } = await api.call<{ machines: Machine[] }>('GET', '/synapse/machines');
  if (machines.length === 0)
    return [warning(tell('check_machines'), tell('machines_none'), 'synapse machine add --help')];
  const findings = machines.some(({ kind }) => kind === 'local') ? checkIsolation(connection) : [];
  for (const machine of machines) {
    const { slug, statut, agent } = machine;
    const check = tell('check_machine', { slug });
    if (statut !== 'active') {
      findings.push(skipped(check, tell('machine_statut', { statut })));
      continue;
    }
    const reached = await testMachine(api, slug, check);
    // Of one that cannot be reached nothing else can be said.
    findings.push(reached, ...(reached.state === 'ok' ? [checkLook(machine)] : []));
    const running = agent?.version ?? null;
    if (running !== null && running !== version) {
      findings.push(
        warning(tell('check_agent', { slug }), tell('agent_version', { running, version }), tell('agent_update')),
      );
    }
  }
  return findings;
}

/** What the machine was found to have. Trying it would leave an entry in the log. */
function checkLook({ slug, kind, look, default_container: container }: Machine): Finding {
  const check = tell('check_look', { slug });
  if (kind === 'docker' && container === null) return skipped(check, tell('look_container'));
  if (look === undefined) return skipped(check, tell('look_untried', { slug }));
  if (look === null) return warning(check, tell('look_none'), tell('look_mend', { slug }));
  return ok(check, tell(BEST_SANDBOXES.includes(look) ? 'look_ok' : 'look_better', { sandbox: look }));
}

async function testMachine(api: Api, slug: string, check: string): Promise<Finding> {
  try {
    const tested = await api.call<{ ok: boolean; message?: string }>('POST', `/synapse/machines/${slug}/test`);
    if (tested.ok) return ok(check, tell('machine_ok'));
    return failed(check, tested.message ?? tell('machine_silent'), `synapse machine test ${slug}`);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return failed(check, error.message, `synapse machine test ${slug}`);
  }
}
