/** `synapse quickstart`: everything between an empty directory and a client's first command. */
import { spawn } from 'node:child_process';
import { SERVICE_ENVIRONMENT, SERVICE_NODE_OPTIONS } from '@synapse/contract';
import { logIn } from '../api.ts';
import { type Action, type Call, textOption } from '../call.ts';
import { CliError } from '../cli-error.ts';
import type { ClientId } from '../mcp/client-ids.ts';
import { administer, endOf, serverProgram } from '../offline.ts';
import { saveSession, tokenFile } from '../session.ts';
import { writePrivateFile } from '../settings-folder.ts';

export const quickstart: Action = async (call) => {
  const { terminal, offlineEnv } = call;
  const prepared = await administer({ verb: 'prepare' }, offlineEnv, terminal.progress);
  const child = spawn(process.execPath, [...SERVICE_NODE_OPTIONS, serverProgram('main')], {
    // Its log is for whoever runs a service, not for a first look.
    env: { ...SERVICE_ENVIRONMENT, SYNAPSE_LOG_LEVEL: 'warn', ...offlineEnv },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  const ended = endOf(child);
  const url = await listening(child.stdout, ended);
  child.stdout.resume();

  const { username, token } = prepared;
  const password = prepared.password ?? offlineEnv.SYNAPSE_ADMIN_PASSWORD ?? null;
  if (prepared.created && password !== null) {
    const { access_token, expires_in } = await logIn(url, { username, password }, terminal.env);
    const expires_at = new Date(Date.now() + expires_in * 1000).toISOString();
    saveSession(terminal.env, { url, username, access_token, expires_at });
  }
  if (token !== null) writePrivateFile(tokenFile(terminal.env), `${token}\n`);
  const written = await writeClient(call, url);
  terminal.answer({ url, ...prepared, client_file: written }, () =>
    prepared.created ? welcome(call, url, prepared, written) : `Synapse is there already, and runs at ${url}`,
  );
  return ended;
};

/** The address that the service says it listens on; throws when it ends before. */
function listening(stdout: NodeJS.ReadableStream, ended: Promise<number>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    stdout.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4096);
      const [, address, known] = /listening on (\S+)(?: as (\S+))?\n/.exec(printed) ?? [];
      const url = known ?? address;
      if (url !== undefined) resolve(url);
    });
    ended.then((code) => reject(new CliError(`the service ended with ${code} before it was ready`)), reject);
  });
}

async function writeClient(call: Call, url: string): Promise<string | null> {
  const client = textOption(call.options.client) as ClientId | undefined;
  if (client === undefined) return null;
  const { clientSetup } = await import('../mcp/client-setup.ts');
  const { writeEntry } = await import('../mcp/write-entry.ts');
  const setup = clientSetup({ client, url, name: 'synapse', env: call.terminal.env, global: false, bridge: null });
  if (setup.file === null) return null;
  writeEntry(setup.file, setup);
  return setup.file;
}

function welcome(
  { terminal }: Call,
  url: string,
  { username, password, token }: { username: string; password: string | null; token: string | null },
  written: string | null,
): string {
  const { bold, dim } = terminal;
  return [
    '',
    `  ${bold('Synapse runs')} at ${url}`,
    '',
    `    user      ${username}`,
    `    password  ${password ?? 'the one you configured'}${password === null ? '' : dim('   (shown once: keep it)')}`,
    `    AI token  ${token ?? ''}${dim('   (shown once; also kept for `synapse mcp stdio`)')}`,
    '',
    '  Next, in another terminal:',
    '',
    '    synapse exec local -- uname -a          a first command',
    written === null
      ? '    synapse mcp config --client cursor      connect an assistant'
      : `    ${written} is written: restart the client`,
    '',
    `  ${dim('Ctrl-C stops the service; `synapse serve` starts it again.')}`,
    '',
  ].join('\n');
}
