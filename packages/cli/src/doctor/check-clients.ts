/**
 * Configurations of AI clients on this computer: whether they name this service, and whether their token is accepted.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { AI_CLIENT_IDS } from '@synapse/contract/ai-clients';
import { parse } from 'jsonc-parser';
import { reach } from '../api.ts';
import { clientSetup } from '../mcp/client-setup.ts';
import { tokenFile } from '../session.ts';
import { readPrivateFile } from '../settings-folder.ts';
import { language, tell } from '../words/tell.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface Entry {
  readonly url?: string;
  readonly httpUrl?: string;
  /** opencode has program and arguments in one list. */
  readonly command?: string | readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function checkClients(url: string, env: Env): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const client of AI_CLIENT_IDS) {
    for (const global of [false, true]) {
      const folder = process.cwd();
      const wish = { client, url, name: 'synapse', env, folder, global, way: 'header', all: false } as const;
      const { file, path, format } = clientSetup(wish);
      if (!existsSync(file) || findings.some(({ check }) => check.endsWith(`, ${file}`))) continue;
      const entry = format === 'json' ? entryOf(file, path) : entryInText(readFileSync(file, 'utf8'), path);
      if (entry !== null)
        findings.push(await checkEntry(tell('check_client', { client, file }), file, entry, url, env));
    }
  }
  if (findings.length > 0) return findings;
  return [skipped(tell('check_clients'), tell('clients_none'))];
}

function entryOf(file: string, path: readonly string[]): Entry | null {
  let value: unknown = parse(readFileSync(file, 'utf8'));
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof value === 'object' && value !== null ? (value as Entry) : null;
}

/** Reads only those parts of TOML and YAML that are needed here. */
function entryInText(text: string, path: readonly string[]): Entry | null {
  const own = path.length === 0 ? text : text.slice(text.indexOf(`[${path.join('.')}]`) >>> 0);
  if (own === '') return null;
  const token = /dk_ai_\w+/.exec(own)?.[0] ?? (own.includes(VARIABLE) ? VARIABLE : '');
  const quoted = [...own.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? '');
  return { args: [...quoted, ...(own.match(/https?:\/\/[^"'\s]+/g) ?? [])], headers: { 'X-AI-Token': token } };
}

const VARIABLE = 'SYNAPSE_TOKEN';

interface Held {
  readonly token: string;
  readonly where: 'file' | 'variable' | 'bridge';
}

/** The token that the client would send. Null: it has none, and signs in, or it is unknown. */
function tokenOf({ headers = {}, args = [], command = [], ...entry }: Entry, url: string, env: Env): Held | null {
  const own = { ...entry.env, ...entry.environment };
  const words = [...args, ...command];
  const given = headers['X-AI-Token'] || own[VARIABLE] || '';
  if (given.startsWith('dk_ai_')) return { token: given, where: 'file' };
  if (words.includes('mcp') && words.includes('stdio')) {
    const named = words[words.indexOf('--token-file') + 1];
    const file = words.includes('--token-file') && named !== undefined ? named : tokenFile(env, url);
    return { token: readPrivateFile(file)?.trim() ?? '', where: 'bridge' };
  }
  const value = env[VARIABLE];
  return given.includes(VARIABLE) && value ? { token: value, where: 'variable' } : null;
}

async function checkEntry(check: string, file: string, entry: Entry, url: string, env: Env): Promise<Finding> {
  const own = { ...entry.env, ...entry.environment };
  const named = [entry.url, entry.httpUrl, own.SYNAPSE_URL, ...(entry.args ?? [])].find((text) =>
    text?.startsWith('http'),
  );
  if (named === undefined || new URL(named).origin !== new URL(url).origin) {
    return warning(
      check,
      tell('client_other', { named: named ?? tell('client_no_address'), url }),
      'synapse mcp config --client … --write',
    );
  }
  const held = tokenOf(entry, url, env);
  if (held === null) return ok(check, tell('client_ok'));
  const mend = MEND[held.where]();
  if (held.token === '') return failed(check, tell('client_no_token'), mend);
  if (held.where === 'file' && (statSync(file).mode & 0o077) !== 0) {
    return failed(check, tell('client_open'), `chmod 600 ${file}`);
  }
  const answer = await reach(`${url}/tda/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ai-token': held.token, 'accept-language': language() },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  if (answer.ok) return ok(check, tell('client_let_in'));
  const said = (await answer.json().catch(() => null)) as { error?: { message?: string } } | null;
  return failed(check, tell('client_refused', { reason: said?.error?.message ?? String(answer.status) }), mend);
}

const MEND = {
  file: () => tell('client_refused_mend'),
  variable: () => tell('client_variable_mend'),
  bridge: () => 'synapse token create --save',
} as const;
