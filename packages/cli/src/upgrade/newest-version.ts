/** The newest version that an npm registry has. The request takes a few seconds at most. */
import { execFileSync } from 'node:child_process';
import root from '../../../../package.json' with { type: 'json' };
import { CliError } from '../cli-error.ts';
import { networkReason } from '../network-reason.ts';
import { tell } from '../words/tell.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const THIS = { name: root.name, version: root.version, mcpName: root.mcpName } as const;
/** False until package.json has the publisher's own names: before, npm's package of that name is another program. */
export const HAS_OWN_NAME = !THIS.mcpName.startsWith('example.');

const ANSWER_MS = 5_000;
const NPM_MS = 5_000;
const ANSWER_BYTES = 1024 * 1024;
const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.-]{1,60})?$/;

/** What npm is set to. Null if there is no npm to ask. */
export function registryOf(env: Env): string | null {
  if (env.npm_config_registry) return env.npm_config_registry;
  try {
    const said = execFileSync('npm', ['config', 'get', 'registry'], {
      encoding: 'utf8',
      timeout: NPM_MS,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return URL.canParse(said) ? said : null;
  } catch {
    return null;
  }
}

export async function newestVersion(registry: string): Promise<string> {
  const address = `${registry.replace(/\/+$/, '')}/${THIS.name.replace('/', '%2f')}/latest`;
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new CliError(tell('not_an_address', { url: registry }));
  }
  const { version, mcpName } = await manifestAt(address, new URL(address).host);
  // A package of another publisher may have the same name.
  if (typeof version !== 'string' || !VERSION.test(version) || mcpName !== THIS.mcpName) {
    throw new CliError(tell('upgrade_not_published', { name: THIS.name, host: new URL(address).host }));
  }
  return version;
}

async function manifestAt(address: string, host: string): Promise<{ version?: unknown; mcpName?: unknown }> {
  let text: string;
  let status: number;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
    status = answer.status;
    text = await bounded(answer);
  } catch (error) {
    throw new CliError(tell('upgrade_offline', { host, reason: networkReason(error) }), {
      hint: tell('upgrade_offline_hint'),
    });
  }
  if (status === 404) return {};
  try {
    const found: unknown = JSON.parse(text);
    if (status === 200 && typeof found === 'object' && found !== null) return found;
  } catch {
    // Below.
  }
  throw new CliError(tell('upgrade_strange', { host, status }));
}

async function bounded(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > ANSWER_BYTES) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
