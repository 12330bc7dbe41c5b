/** How each real client is connected to the scripted model, run without a person, and asked about its server. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AiClient } from '@synapse/contract';
import { type Located, locate } from '../engines/engines.ts';
import { findNpmProgram } from '../engines/npm-programs.ts';
import type { ClientHome, Ran } from './client-home.ts';

export interface ClientRig {
  readonly client: AiClient;
  find(): Promise<Located<string>>;
  /** Files that `prepare` expects, and that `synapse` has written otherwise. */
  fresh?(home: ClientHome): void;
  /** Where `ask` takes another file than the one that it keeps its servers in: the servers that it can use. */
  list?(home: ClientHome, program: string, model: string): Promise<Ran>;
  /** Besides what `synapse` wrote: which model it uses, and nothing that contacts its maker. */
  prepare(home: ClientHome, model: string): void;
  /** One question, until the model has nothing more to say. */
  ask(home: ClientHome, program: string, model: string): Promise<Ran>;
  /** What it shows about a server that it cannot use. */
  status(home: ClientHome, program: string, model: string): Promise<Ran>;
}

const QUESTION = 'Run it.';

const claudeEnv = (model: string) => ({
  ANTHROPIC_BASE_URL: model,
  ANTHROPIC_API_KEY: 'scripted',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  // It goes on without a server that takes longer to start.
  MCP_TIMEOUT: '120000',
  // Nor does its first question wait longer than this for all of them.
  MCP_CONNECT_TIMEOUT_MS: '120000',
});
const claudeArgs = [
  '-p',
  QUESTION,
  '--mcp-config',
  '.mcp.json',
  '--strict-mcp-config',
  '--allowedTools',
  'mcp__synapse',
];

const claudeCode: ClientRig = {
  client: 'claude-code',
  find: () => locate('claude-code', () => findNpmProgram('@anthropic-ai/claude-code', '2.1.197', 'claude')),
  prepare: () => undefined,
  list: (home, program, model) => home.run(program, ['mcp', 'list'], claudeEnv(model)),
  ask: (home, program, model) => home.run(program, claudeArgs, claudeEnv(model)),
  status: (home, program, model) =>
    home.run(program, [...claudeArgs, '--output-format', 'stream-json', '--verbose'], claudeEnv(model)),
};

const codexArgs = [
  'exec',
  '--skip-git-repo-check',
  '--dangerously-bypass-approvals-and-sandbox',
  // It goes on without a server that takes longer to start.
  '-c',
  'mcp_servers.synapse.startup_timeout_sec=120',
];

const codex: ClientRig = {
  client: 'codex',
  fresh: (home) => home.put('.codex/config.toml', ''),
  find: () => locate('codex', () => findNpmProgram('@openai/codex', '0.166.0', 'codex')),
  prepare: (home, model) => {
    const file = join(home.home, '.codex/config.toml');
    const provider = `[model_providers.scripted]\nname = "scripted"\nbase_url = "${model}/v1"\nwire_api = "responses"\n`;
    const own = `model = "scripted"\nmodel_provider = "scripted"\ncheck_for_update_on_startup = false\n${provider}`;
    writeFileSync(file, `${own}[analytics]\nenabled = false\n${readFileSync(file, 'utf8')}`);
  },
  ask: (home, program) => home.run(program, [...codexArgs, QUESTION]),
  // It goes on without a server that fails, unless the server is marked as required.
  status: (home, program) => home.run(program, [...codexArgs, '-c', 'mcp_servers.synapse.required=true', QUESTION]),
};

const geminiEnv = (model: string) => ({
  GOOGLE_GEMINI_BASE_URL: model,
  GEMINI_API_KEY: 'scripted',
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
});

const gemini: ClientRig = {
  client: 'gemini',
  find: () => locate('gemini-cli', () => findNpmProgram('@google/gemini-cli', '0.61.0', 'gemini')),
  prepare: (home) =>
    home.put(
      '.gemini/settings.json',
      JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    ),
  // With a named model it needs no other one to choose it.
  ask: (home, program, model) =>
    home.run(program, ['-p', QUESTION, '--yolo', '-m', 'gemini-2.5-flash'], geminiEnv(model)),
  status: (home, program, model) => home.run(program, ['mcp', 'list'], geminiEnv(model)),
};

const OPENCODE_ENV = {
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_PURE: '1',
  OPENCODE_FAST_BOOT: '1',
};

const opencode: ClientRig = {
  client: 'opencode',
  fresh: (home) => home.put('project/opencode.json', '{}'),
  find: () => locate('opencode', () => findNpmProgram('opencode-ai', '1.18.33', 'opencode')),
  prepare: (home, model) => {
    const file = join(home.project, 'opencode.json');
    const options = { baseURL: `${model}/v1`, apiKey: 'scripted' };
    const provider = { scripted: { npm: '@ai-sdk/openai-compatible', options, models: { scripted: {} } } };
    const more = { provider, model: 'scripted/scripted', autoupdate: false, share: 'disabled' };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }));
  },
  ask: (home, program) => home.run(program, ['run', QUESTION], OPENCODE_ENV),
  status: (home, program) => home.run(program, ['mcp', 'list'], OPENCODE_ENV),
};

export const RIGS: readonly ClientRig[] = [claudeCode, codex, gemini, opencode];
