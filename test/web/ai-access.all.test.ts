/** Settings, AI access: from a token shown once to a client's first call. */
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { buildBridge } from '../cli/built-programs.ts';
import { stage } from './stage.ts';

const { url, visit } = stage();

async function callTool(token: string): Promise<number> {
  const { status } = await fetch(`${url()}/tda/mcp`, {
    method: 'POST',
    headers: { 'x-ai-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'synapse_list_machines', arguments: {} },
    }),
  });
  return status;
}

describe('AI access', () => {
  it('shows a new token once, notices the first call, and revokes', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/settings/ai-access');
    await page.getByLabel('Libellé').fill('Cursor');
    await page.getByRole('button', { name: 'Générer un jeton' }).click();
    const shown = page.getByTestId('new-token');
    const token = (await shown.textContent()) ?? '';
    expect(token).toMatch(/^dk_ai_[A-Za-z0-9]{40,}$/);
    await page.getByRole('region', { name: 'claude_desktop_config.json' }).getByText(token).waitFor();
    await page.getByText('En attente du premier appel…').waitFor();
    await checkAccessibility();

    const client = new Client({ name: 'cursor', title: 'Cursor', version: '1.0.0' });
    const requestInit = { headers: { 'x-ai-token': token } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url()}/tda/mcp`), { requestInit }));
    const { tools } = await client.listTools();
    expect(await callTool(token)).toBe(200);
    await page.getByText(`Connecté : Cursor, ${tools.length} outils`).waitFor();
    await client.close();

    await page.getByRole('button', { name: 'Je l’ai enregistré' }).click();
    await expect.poll(() => page.content()).not.toContain(token);
    await page.reload();
    const current = page.getByTestId('current-token');
    await current.getByText('Cursor').waitFor();
    await current.getByText(/^1 appel sur 1\s000 aujourd’hui$/).waitFor();
    expect(await page.content()).not.toContain(token);

    await current.getByRole('button', { name: 'Révoquer' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Révoquer le jeton/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
    await expect.poll(() => page.getByTestId('current-token').count()).toBe(0);
    expect(await callTool(token)).toBe(401);
  });

  it('asks before it revokes by generating, and before a token that was not saved is left', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.goto('/settings/ai-access');
    const generate = page.getByRole('button', { name: 'Générer un jeton' });
    await generate.click();
    const first = (await page.getByTestId('new-token').textContent()) ?? '';
    await page.getByRole('link', { name: 'Machines', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Partir sans avoir enregistré le jeton ?').waitFor();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    expect(page.url()).toContain('/settings/ai-access');
    await page.getByRole('button', { name: 'Je l’ai enregistré' }).click();
    await generate.click();
    await dialog.getByText(/Remplacer le jeton/).waitFor();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    // Whoever turns back loses nothing.
    expect(await callTool(first)).toBe(200);
    await generate.click();
    await dialog.getByRole('button', { name: 'Générer un jeton' }).click();
    await page.getByTestId('new-token').waitFor();
    expect(await callTool(first)).toBe(401);
    await page.getByRole('button', { name: 'Je l’ai enregistré' }).click();
    await page.getByRole('link', { name: 'Machines', exact: true }).click();
    await page.waitForURL('**/machines');
    // The next test begins without a token.
    const { request } = page.context();
    const { tokens } = (await (await request.get('/tda/ai/tokens')).json()) as {
      tokens: { id: string; status: string }[];
    };
    const active = tokens.find(({ status }) => status === 'active')?.id;
    await request.delete(`/tda/ai/tokens/${active}`, { headers: { 'x-synapse-page': '1' } });
  });

  it('says the version, where it is described, and when the day begins', async () => {
    const { page, signIn, checkAccessibility } = await visit({ timezoneId: 'Pacific/Auckland' });
    await signIn();
    await page.goto('/settings/appearance');
    await page.getByText(/^Synapse \d+\.\d+\.\d+/).waitFor();
    expect(await page.getByRole('link', { name: 'Documentation de l’API' }).getAttribute('href')).toBe('/docs/api');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByLabel('Fuseau horaire').selectOption('Pacific/Auckland');
    expect(await (await saved).json()).toMatchObject({ timezone: 'Pacific/Auckland' });
    await checkAccessibility();
  });

  it('gives each client its own file and header', async () => {
    const { page, signIn } = await visit({ locale: 'en-GB' });
    await signIn();
    await page.goto('/settings/ai-access');
    const snippet = async (tab: string, place: string): Promise<string> => {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      return (await page.getByRole('tabpanel', { name: tab }).getByRole('region', { name: place }).textContent()) ?? '';
    };
    const mcp = `${url()}/tda/mcp?tools=core&answers=text`;
    const desktop = JSON.parse(await snippet('Claude Desktop', 'claude_desktop_config.json'));
    expect(desktop.mcpServers.synapse.command).toBe('npx');
    expect(desktop.mcpServers.synapse.args).toEqual(expect.arrayContaining(['mcp-remote', mcp, '--header']));
    expect(desktop.mcpServers.synapse.args.join(' ')).not.toContain('--allow-http');
    const code = await snippet('Claude Code', 'Terminal');
    // These sign in by themselves: the bare address is all.
    expect(code).toBe(`claude mcp add --transport http synapse ${url()}/mcp`);
    const cursor = JSON.parse(await snippet('Cursor', '.cursor/mcp.json'));
    expect(cursor.mcpServers.synapse).toEqual({ url: `${url()}/mcp` });
    const panel = page.getByRole('tabpanel', { name: 'Cursor' });
    await panel.getByText('The file has “mcpServers” already? Add only the entry “synapse”').waitFor();
    expect(await page.getByRole('link', { name: 'Install in Cursor' }).getAttribute('href')).toMatch(/^cursor:\/\//);
    const code2 = JSON.parse(await snippet('VS Code', '.vscode/mcp.json'));
    expect(code2).toEqual({ servers: { synapse: { type: 'http', url: `${url()}/mcp` } } });
    const install = page.getByRole('link', { name: 'Install in VS Code' });
    expect(decodeURIComponent((await install.getAttribute('href')) ?? '')).toMatch(
      /^vscode:mcp\/install\?\{"name":"synapse","type":"http"/,
    );
    const zed = JSON.parse(await snippet('Zed', '~/.config/zed/settings.json'));
    expect(zed.context_servers.synapse.url).toBe(mcp);
    const filled = page.getByRole('tabpanel', { name: 'Zed' });
    await filled.getByText('YOUR_TOKEN stands for the token: generate one above').waitFor();
    const codex = await snippet('Codex', '~/.codex/config.toml');
    expect(codex).toContain(`url = "${mcp}"\nhttp_headers = { "X-AI-Token" = "YOUR_TOKEN" }`);
    for (const [tab, place, key] of [
      ['Gemini CLI', '~/.gemini/settings.json', 'mcpServers'],
      ['opencode', '~/.config/opencode/opencode.json', 'mcp'],
      ['Copilot CLI', '~/.copilot/mcp-config.json', 'mcpServers'],
      ['Qwen Code', '~/.qwen/settings.json', 'mcpServers'],
      ['Cline', 'cline_mcp_settings.json', 'mcpServers'],
    ] as const) {
      const { synapse } = JSON.parse(await snippet(tab, place))[key];
      expect([tab, synapse.url ?? synapse.httpUrl]).toEqual([tab, mcp]);
    }
    expect(await snippet('Continue', '~/.continue/mcpServers/synapse.yaml')).toContain(`url: ${mcp}`);
    expect(await snippet('Other', 'Terminal')).toContain(mcp);
    // Their clouds cannot reach this computer: a plain word instead of an address that does not work.
    for (const tab of ['Claude.ai', 'ChatGPT']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      const told = page.getByRole('tabpanel', { name: tab });
      await told.getByText('it needs a public https address, and this instance has none').waitFor();
      expect(await told.getByRole('region').count()).toBe(0);
    }
  });

  it('works when pasted as it is: no snippet names a variable that nobody sets', async () => {
    const { page, signIn } = await visit({ locale: 'en-GB' });
    await signIn();
    await page.goto('/settings/ai-access');
    await page.getByRole('button', { name: 'Generate token' }).click();
    const token = (await page.getByTestId('new-token').textContent()) ?? '';
    const tabs = await page.getByRole('tablist', { name: 'Set up your client' }).getByRole('tab').allTextContents();
    expect(tabs.length).toBeGreaterThan(14);
    for (const tab of tabs.filter((name) => !['Claude.ai', 'ChatGPT'].includes(name))) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      const text =
        (await page.getByRole('tabpanel', { name: tab, exact: true }).getByRole('region').textContent()) ?? '';
      expect(text, tab).not.toMatch(/YOUR_TOKEN|env:|secrets\.|"\$SYNAPSE/);
      // Some sign in by themselves.
      if (!text.includes(`${url()}/mcp`)) expect(text, tab).toContain(token);
    }
  });

  it('offers the bundle for Claude Desktop', async () => {
    await buildBridge();
    const { page, signIn } = await visit({ locale: 'en-GB' });
    await signIn();
    await page.goto('/settings/ai-access');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download synapse.mcpb' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('synapse.mcpb');
    const { 'manifest.json': manifest } = unzipSync(readFileSync((await download.path())!));
    expect(JSON.parse(Buffer.from(manifest!).toString()).user_config.url.default).toBe(url());
  });

  it('offers only what the plan grants', async () => {
    const { page, signIn } = await visit();
    await signIn();
    await page.context().request.post('/admin/users', {
      headers: { 'x-synapse-page': '1' },
      data: { username: 'libre', password: 'long enough too', plan: 'free' },
    });
    await signIn({ username: 'libre', password: 'long enough too' });
    await page.goto('/settings/ai-access');
    expect(await page.getByLabel('mcp:synapse').isDisabled()).toBe(true);
    expect(await page.getByLabel('mcp:read').isChecked()).toBe(true);
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  });
});
