/** Real clients, from `quickstart` to a command that ran, and what each shows when the token is refused. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientSetup } from '../../packages/cli/src/mcp/client-setup.ts';
import { writeEntry } from '../../packages/cli/src/mcp/write-entry.ts';
import { type Snippet, snippetFor } from '../../packages/web/src/pages/settings/client-snippets.ts';
import { createCli } from '../cli/run-cli.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { type Service, startService } from '../service.ts';
import { type ClientHome, createClientHome, type Ran } from './client-home.ts';
import { RIGS } from './client-rigs.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';

// Each client is a large program, and several start at once.
vi.setConfig({ testTimeout: 300_000 });

const COMMAND = 'echo "the answer is $((40 + 2))"';
const WRONG = `dk_ai_${'x'.repeat(48)}`;
/** What every refusal says in some form: the token is the problem, and what to do. */
const GENERATE = /Jeton IA|Generate a new token/;
/** What a client shows that stumbled over the refusal. A port or a process may have 405 in its number, too. */
const STUMBLED = /ZodError|SSE error.*\b405\b|(?:HTTP|status|code|error)[^0-9]{0,20}\b405\b|Method Not Allowed/i;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A token of a separate user: a new one for the same user would revoke it. */
async function tokenOf(state: 'valid' | 'expired'): Promise<{ token: string; revoke: () => Promise<void> }> {
  const { session } = await service.newUser('pro');
  const token = await service.newToken(session);
  if (state === 'expired') {
    const { queries } = service.app.database;
    const [newest] = (await service.call<{ tokens: { id: string }[] }>('GET', '/tda/ai/tokens', { token: session }))
      .body.tokens;
    await queries.updateTable('ai_tokens').set({ expires_at: 1 }).where('id', '=', newest!.id).execute();
  }
  const revoke = async (): Promise<void> => {
    await service.call('POST', `/tda/ai/tokens/emergency-revoke?token=${token}`);
  };
  return { token, revoke };
}

/** The client calls the service itself, with the token in its environment or its file, as `mcp config` writes it. */
function connect(home: ClientHome, client: (typeof RIGS)[number]['client'], token: string): Record<string, string> {
  const place = { client, name: 'synapse', env: home.env, folder: home.project, global: false } as const;
  const setup = clientSetup({ ...place, url: service.url, way: 'header', all: false });
  writeEntry(setup.file, setup);
  return { SYNAPSE_TOKEN: token };
}

/** A client puts its question without the tools of a server that is not there within seconds: then it is asked again. */
async function askWithTools(model: ScriptedModel, ask: () => Promise<Ran>): Promise<Ran> {
  for (let more = 4; ; more -= 1) {
    const ran = await ask();
    if (more === 0 || model.offered.flat().some((name) => /synapse_exec$/.test(name))) return ran;
  }
}

for (const rig of RIGS) {
  describeEngine(await rig.find(), rig.client, (program) => {
    it('runs a command after quickstart, with nothing set by hand', async () => {
      const home = createClientHome();
      const cli = createCli();
      const model = await startScriptedModel(COMMAND);
      const env = { ...home.env, SYNAPSE_PORT: '0', XDG_CONFIG_HOME: join(home.home, '.config') };
      const args = ['--json', '--client', rig.client, '--project', home.project];
      const started = cli.start('quickstart', args, { env });
      try {
        const [out] = (await once(started.stdout!, 'data')) as [Buffer];
        const { client_file } = JSON.parse(out.toString()) as { client_file: string };
        expect(client_file.startsWith(home.home)).toBe(true);
        expect(readFileSync(client_file, 'utf8')).not.toContain('dk_ai_');
        rig.prepare(home, model.url);
        const { text } = await askWithTools(model, () => rig.ask(home, program(), model.url));
        expect(text).toContain('the answer is 42');
        expect(model.results.join()).toContain('the answer is 42');
      } finally {
        started.kill('SIGTERM');
        await once(started, 'close');
        await model.stop();
        cli.remove();
        home.remove();
      }
    });

    it('takes what the page shows as it is pasted', async () => {
      const home = createClientHome();
      const model = await startScriptedModel(COMMAND);
      try {
        const { token } = await tokenOf('valid');
        rig.fresh?.(home);
        rig.prepare(home, model.url);
        await paste(home, program(), snippetFor(rig.client, { url: service.url, token, bare: null }));
        const { text } = rig.list
          ? await rig.list(home, program(), model.url)
          : await askWithTools(model, () => rig.ask(home, program(), model.url));
        // It has called: whose token this is has no machine, as only the service knows.
        expect(text + model.results.join()).toMatch(/synapse: \S+ \(HTTP\) - \S+ Connected|Machine introuvable/);
      } finally {
        await model.stop();
        home.remove();
      }
    });

    it.concurrent.each(['wrong', 'expired'] as const)('shows that a token is %s', async (state) => {
      const home = createClientHome();
      const model = await startScriptedModel(COMMAND);
      try {
        const token = state === 'wrong' ? WRONG : (await tokenOf('expired')).token;
        const env = connect(home, rig.client, token);
        rig.prepare(home, model.url);
        const { text } = await rig.status({ ...home, run: withEnv(home, env) }, program(), model.url);
        expect(text).toMatch(SHOWN[rig.client]![state]);
        expect(text).not.toMatch(STUMBLED);
        expect(text).not.toContain('dk_ai_');
        expect(model.offered.flat().filter((name) => /synapse_exec$/.test(name))).toEqual([]);
      } finally {
        await model.stop();
        home.remove();
      }
    });

    it('tells its model that the token was revoked in between', async () => {
      const home = createClientHome();
      const { token, revoke } = await tokenOf('valid');
      const model = await startScriptedModel(COMMAND, revoke);
      try {
        const env = connect(home, rig.client, token);
        rig.prepare(home, model.url);
        await askWithTools(model, () => rig.ask({ ...home, run: withEnv(home, env) }, program(), model.url));
        expect(model.results.join()).toMatch(GENERATE);
        expect(model.results.join()).not.toMatch(STUMBLED);
        expect(model.results.join()).not.toContain('the answer is 42');
      } finally {
        await model.stop();
        home.remove();
      }
    });
  });
}

/** As the page says: a command into a terminal, a file where there is none, an entry into a file that is there. */
async function paste(home: ClientHome, program: string, { place, text, within }: Snippet): Promise<void> {
  if (place === 'terminal') {
    const { code, text: said } = await home.run('sh', ['-c', `PATH=${dirname(program)}:$PATH; ${text}`]);
    expect(code, said).toBe(0);
    return;
  }
  const path = place.replace(/^~\//, '');
  const there = existsSync(join(home.home, path)) ? readFileSync(join(home.home, path), 'utf8') : '';
  if (within === undefined || there === '') return home.put(path, `${there}\n${text}\n`);
  const [old, pasted] = [JSON.parse(there), JSON.parse(text)];
  home.put(path, JSON.stringify({ ...old, [within]: { ...old[within], ...pasted[within] } }));
}

const withEnv =
  (home: ClientHome, env: Record<string, string>): ClientHome['run'] =>
  (program, args, more) =>
    home.run(program, args, { ...env, ...more });

/** Most clients only say that it failed. Those that say more, say why. */
const SHOWN: Readonly<Record<string, Record<'wrong' | 'expired', RegExp>>> = {
  'claude-code': { wrong: /"name":"synapse","status":"failed"/, expired: /"name":"synapse","status":"failed"/ },
  codex: { wrong: /Jeton IA inconnu.*token_invalid/, expired: /Jeton IA expiré.*token_expired/ },
  gemini: { wrong: /synapse: .* - Disconnected/, expired: /synapse: .* - Disconnected/ },
  opencode: { wrong: /synapse failed[\s\S]*401/, expired: /synapse failed[\s\S]*401/ },
};

describe('mcp-remote', () => {
  const entryFor = (token: string) => {
    const env = { HOME: '/nowhere', SYNAPSE_TOKEN: token };
    const place = { client: 'claude', name: 'synapse', env, folder: '/nowhere', global: false } as const;
    const { entry } = clientSetup({ ...place, url: service.url, way: 'mcp-remote', all: false });
    const { args, env: given } = entry as { args: string[]; env: Record<string, string> };
    // What `npx -y` would fetch is already installed here.
    return { program: 'mcp-remote', args: args.slice(2), env: given };
  };

  it.concurrent('runs a command with what `mcp config` writes', async () => {
    const home = createClientHome();
    const { program, args, env } = entryFor(await service.newToken(await service.login()));
    const client = new Client({ name: 'desktop', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: program, args, env: { ...home.env, ...env }, stderr: 'ignore' }),
    );
    const answer = await client.callTool({ name: 'synapse_exec', arguments: { machine: 'local', command: COMMAND } });
    const { content, ...besides } = answer as { content: { text: string }[] };
    expect(content).toHaveLength(1);
    expect(content[0]!.text).toMatch(/^exit 0 · [^\n]+\nthe answer is 42\n?$/);
    // The text is all there is: the same once more as JSON would cost the model as much again.
    expect(besides).not.toHaveProperty('structuredContent');
    await client.close();
    home.remove();
  });

  it.concurrent.each(['wrong', 'expired', 'revoked'] as const)('says what to do when a token is %s', async (state) => {
    const home = createClientHome();
    const { token, revoke } = await tokenOf(state === 'expired' ? 'expired' : 'valid');
    if (state === 'revoked') await revoke();
    const { program, args, env } = entryFor(state === 'wrong' ? WRONG : token);
    const { text } = await home.run(program, args, env);
    expect(text).toContain('Generate a new token at');
    expect(text).not.toMatch(STUMBLED);
    expect(text).not.toContain(token);
    home.remove();
  });
});
