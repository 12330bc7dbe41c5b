/** The service as its clients see it: readiness, clock, what a proxy does to calls, machines. */
import type { Machine } from '@synapse/contract';
import { type Api, reach } from '../api.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

const CLOCK_MS = 30_000;
const STREAM_MS = 3_000;
const PROXY_GUIDE = 'See docs/guides/hardening.md, “Behind a proxy”.';

interface Connection {
  readonly ip: string;
  readonly protocol: string;
  readonly host: string;
  readonly forwarded_ignored: boolean;
  readonly version: string;
}

export async function checkService(api: Api): Promise<Finding[]> {
  let ready: Response;
  try {
    ready = await reach(`${api.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
  } catch (error) {
    const reason = error instanceof CliError ? error.message : `${api.url} does not answer in time`;
    return [failed('service', reason, 'synapse serve')];
  }
  const findings: Finding[] = [
    ready.ok
      ? ok('service', `${api.url} is ready`)
      : failed('service', `${api.url} answers ${ready.status} on /readyz`, 'Look at its log.'),
    checkClock(ready),
    await checkOrigin(api),
  ];
  try {
    const connection = await api.call<Connection>('GET', '/synapse/connection');
    const { version } = connection;
    findings.push(checkProxy(api, connection), await checkStreaming(api), ...(await checkMachines(api, version)));
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== EXIT.signedOut) throw error;
    findings.push(skipped('proxy, streaming, machines', `${error.message}: synapse login`));
  }
  return findings;
}

function checkClock(response: Response): Finding {
  const there = Date.parse(response.headers.get('date') ?? '');
  const apart = Math.abs(there - Date.now());
  if (!(apart > CLOCK_MS)) return ok('clock', 'this computer and the service agree');
  const seconds = Math.round(apart / 1000);
  return warning('clock', `${seconds} s apart`, 'Set both by NTP: tokens and sessions end by the clock.');
}

/** A page from the service's own address must be accepted. */
async function checkOrigin({ url }: Api): Promise<Finding> {
  const { origin } = new URL(url);
  const answer = await reach(`${url}/auth/me`, { headers: { origin } });
  if (answer.status !== 403) return ok('origin', `${origin} is accepted`);
  return failed(
    'origin',
    `the service does not know itself as ${origin}`,
    `Set SYNAPSE_PUBLIC_URL=${url}. ${PROXY_GUIDE}`,
  );
}

function checkProxy({ url }: Api, { ip, protocol, forwarded_ignored: ignored }: Connection): Finding {
  if (ignored) {
    const mend = `Set SYNAPSE_TRUST_PROXY to the proxy’s address. ${PROXY_GUIDE}`;
    return failed('proxy', `every caller looks like ${ip}: the limits per address are shared by all`, mend);
  }
  if (url.startsWith('https:') && protocol !== 'https') {
    const mend = `Let the proxy send X-Forwarded-Proto and set SYNAPSE_TRUST_PROXY. ${PROXY_GUIDE}`;
    return failed('proxy', 'the service takes an HTTPS call for a plain one', mend);
  }
  return ok('proxy', `calls arrive from ${ip} by ${protocol}`);
}

/** The stream sends something at once. A proxy that buffers holds it back. */
async function checkStreaming(api: Api): Promise<Finding> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), STREAM_MS);
  try {
    const { body } = await api.open('/synapse/events', stop.signal);
    await body?.getReader().read();
    return ok('streaming', 'output arrives as it comes');
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return failed('streaming', 'something in between holds streams back', `Turn buffering off. ${PROXY_GUIDE}`);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

async function checkMachines(api: Api, version: string): Promise<Finding[]> {
  const { machines } = await api.call<{ machines: Machine[] }>('GET', '/synapse/machines');
  if (machines.length === 0) return [warning('machines', 'there are none', 'synapse machine add --help')];
  const findings: Finding[] = [];
  for (const { slug, statut, agent } of machines) {
    const check = `machine ${slug}`;
    if (statut !== 'active') {
      findings.push(skipped(check, `statut ${statut}`));
      continue;
    }
    findings.push(await testMachine(api, slug, check));
    const running = agent?.version ?? null;
    if (running !== null && running !== version) {
      const mend = 'On that computer: synapse-agent update';
      findings.push(warning(`agent ${slug}`, `version ${running}, the service has ${version}`, mend));
    }
  }
  return findings;
}

async function testMachine(api: Api, slug: string, check: string): Promise<Finding> {
  try {
    const tested = await api.call<{ ok: boolean; message?: string }>('POST', `/synapse/machines/${slug}/test`);
    if (tested.ok) return ok(check, 'answers');
    return failed(check, tested.message ?? 'does not answer', `synapse machine test ${slug}`);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return failed(check, error.message, `synapse machine test ${slug}`);
  }
}
