/** The views in a browser: what they show of real executions, that they change nothing else, and that hostile text stays text. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOURS } from '../../packages/contract/src/design-tokens.ts';
import { approve, ask, decide, newOwner, type Owner, type Shown } from '../approvals/rig.ts';
import { openChromium } from '../engines/chromium.ts';
import { expectAllShown, expectInert, MARKUP, printHostile, UNSEEN } from '../hostile-text.ts';
import { type Service, startService } from '../service.ts';
import { checkAccessibility } from '../web/visit.ts';
import { send, VIEWS } from './surface-rig.ts';
import { type HostedView, type HostOptions, hostView } from './view-host.ts';

let service: Service;
let owner: Owner;
let browser: Browser;
const open: HostedView[] = [];
beforeAll(async () => {
  [service, browser] = await Promise.all([
    startService({ SYNAPSE_ALLOW_LOCAL: 'all', SYNAPSE_PUBLIC_URL: 'https://synapse.example' }),
    openChromium(),
  ]);
  owner = await newOwner(service);
});
afterAll(async () => {
  for (const view of open) await view.close();
  await browser?.close();
  await service?.stop();
});

const post = (token: string, method: string, params: Record<string, unknown>, path = '/tda/mcp?answers=text') =>
  send(service, token, method, params, { capabilities: VIEWS, path });
const htmlOf = async (view: string, token = owner.token, language = 'en'): Promise<string> => {
  const { body } = await send(
    service,
    token,
    'resources/read',
    { uri: `ui://synapse/${view}` },
    { capabilities: VIEWS, headers: { 'accept-language': language } },
  );
  const [content] = body.result.contents;
  expect(content.mimeType).toBe('text/html;profile=mcp-app');
  return content.text;
};
const host = async (view: string, token = owner.token, more: Partial<HostOptions> = {}) => {
  const callTool = async (name: string, args: Record<string, unknown>) =>
    (await post(token, 'tools/call', { name, arguments: args })).body.result;
  const hosted = await hostView(browser, { html: await htmlOf(view, token), callTool, ...more });
  open.push(hosted);
  return hosted;
};
const tool = async (name: string, args: object, token = owner.token): Promise<Shown> =>
  (await post(token, 'tools/call', { name, arguments: args })).body.result;
const called = ({ asked }: HostedView): string[] =>
  asked.filter(({ method }) => method === 'tools/call').map(({ params }) => params.name);

it('are small, whole and strict', async () => {
  for (const view of ['execution', 'many', 'machines']) {
    const html = await htmlOf(view);
    expect([view, Buffer.byteLength(html) <= 60_000]).toEqual([view, true]);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/unsafe-|https?:\/\/(?!\/)|src="|@import|url\(/);
  }
});

describe('an execution', () => {
  it('is shown with its end, raw and compacted, in the language and theme of the host', async () => {
    const ran = await tool('synapse_exec', { machine: 'free', command: 'seq 1 3; echo wrong >&2; exit 4' });
    const view = await host('execution', owner.token, { theme: 'dark', locale: 'fr-FR' });
    await view.showResult(ran);
    await view.frame.getByText('échec (4)').waitFor();
    await view.frame.locator('pre.errors', { hasText: 'wrong' }).waitFor();
    expect(await view.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await view.frame.getByRole('button', { name: 'Brut' }).click();
    await view.frame.locator('button[aria-pressed=true]', { hasText: 'Brut' }).waitFor();
    await view.changeContext({ theme: 'light', locale: 'en' });
    await view.frame.getByText('failed (4)').waitFor();
    expect(await view.frame.locator('html').getAttribute('data-theme')).toBe('light');
    expect(view.complaints).toEqual([]);
    expect(view.requests).toEqual([]);
  });

  it('is followed while it runs, and stopped', async () => {
    const ran = await tool('synapse_exec', { machine: 'free', command: 'echo begun; sleep 600', wait_seconds: 1 });
    const view = await host('execution');
    await view.showResult(ran);
    await view.frame.locator('pre', { hasText: 'begun' }).waitFor();
    await view.frame.getByRole('button', { name: 'Stop' }).click();
    await view.frame.getByText('stopped').first().waitFor();
    expect(await view.frame.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });

  it('leads to the page that decides, and decides nothing itself', async () => {
    const { result } = await ask(service, owner, 'echo later');
    const view = await host('execution');
    await view.showResult({ content: [], _meta: { 'synapse/execution_id': result.execution_id } });
    await view.frame.getByRole('button', { name: 'Open in Synapse' }).click();
    await expect.poll(() => view.asked.filter(({ method }) => method === 'ui/open-link')).toHaveLength(1);
    const [{ params }] = view.asked.filter(({ method }) => method === 'ui/open-link');
    expect(params.url).toContain(`/approvals/${result.approval.id}`);
    expect(await view.frame.getByRole('button').allTextContents()).toEqual(['Open in Synapse', 'Compacted', 'Raw']);
    expect(new Set(called(view))).toEqual(new Set(['synapse_view_execution']));
    await approve(service, owner, result.approval.id);
    await view.frame.getByText('succeeded').waitFor();
  });

  it('says that its person has refused it', async () => {
    const { result } = await ask(service, owner, 'echo never');
    const view = await host('execution');
    await view.showResult({ content: [], _meta: { 'synapse/execution_id': result.execution_id } });
    await view.frame.getByText('waiting for you').waitFor();
    await decide(service, owner, result.approval.id, { decision: 'deny' });
    await view.frame.getByText('refused', { exact: true }).waitFor();
    expect(await view.frame.getByRole('button', { name: 'Open in Synapse' }).count()).toBe(0);
    expect(await view.frame.getByText('could not be updated').count()).toBe(0);
  });

  it('calls nothing that its token may not call', async () => {
    const ran = await tool('synapse_exec', { machine: 'free', command: 'echo begun; sleep 600', wait_seconds: 1 });
    const { token } = await service.created<{ token: string }>('/tda/ai/tokens', owner.session, {
      scopes: ['mcp:read'],
    });
    const view = await host('execution', token);
    await view.showResult(ran);
    await view.frame.locator('pre', { hasText: 'begun' }).waitFor();
    expect(await view.frame.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    owner = { ...owner, token: await service.newToken(owner.session) };
    await tool('synapse_cancel_execution', { execution_id: ran._meta['synapse/execution_id'] });
  });
});

it('shows many machines, of which each opens', async () => {
  await service.created('/synapse/machines', owner.session, { slug: 'free2', kind: 'local' });
  const ran = await tool('synapse_exec_many', { machines: ['free', 'free2'], command: 'echo of one' });
  const view = await host('many');
  await view.showResult(ran);
  await view.frame.getByRole('button', { name: /^free2/ }).click();
  await view.frame.locator('#detail pre', { hasText: 'of one' }).waitFor();
  expect(await view.frame.locator('.grid button').count()).toBe(2);
  expect(view.complaints).toEqual([]);
});

it('shows machines with their health', async () => {
  const view = await host('machines');
  await view.showResult(await tool('synapse_list_machines', {}));
  await view.frame.getByText('free', { exact: true }).waitFor();
  await view.frame.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => called(view).length).toBe(2);
  expect(new Set(called(view))).toEqual(new Set(['synapse_view_machines']));
  expect(view.complaints).toEqual([]);
});

describe('hostile text', () => {
  const VIEWS_TITLE = 'Synapse';

  it('is shown inert where a command printed it, raw and compacted, and in the command itself', async () => {
    const view = await host('execution');
    const ran = await tool('synapse_exec', { machine: 'free', command: `${printHostile()}; ${printHostile()} >&2` });
    await view.showResult(ran);
    const output = view.frame.locator('pre');
    for (const form of ['Compacted', 'Raw']) {
      await view.frame.getByRole('button', { name: form }).click();
      await view.frame.locator('button[aria-pressed=true]', { hasText: form }).waitFor();
      await output.getByText('user⟨U+202E⟩txt.exe').first().waitFor();
      expect(await output.count()).toBe(2);
      for (const text of await output.allTextContents()) expectAllShown(text);
      await expectInert(view.frame, VIEWS_TITLE);
    }
    const spoken = `: ${MARKUP[0].replaceAll('"', '')} ${UNSEEN[2].text}`;
    await view.showResult(await tool('synapse_exec', { machine: 'free', command: `echo '${spoken}'` }));
    await view.frame.locator('.command', { hasText: UNSEEN[2].shown }).waitFor();
    await expectInert(view.frame, VIEWS_TITLE);
    expect(view.complaints).toEqual([]);
    expect(view.requests).toEqual([]);
  });

  it('is shown inert as the name of a machine', async () => {
    const { session } = owner;
    for (const [at, label] of MARKUP.entries()) {
      await service.created('/synapse/machines', session, { slug: `h${at}`, kind: 'local', label });
    }
    // What moves or hides text is in no name.
    const hidden = { slug: 'hidden', kind: 'local', label: UNSEEN[2].text };
    const refused = await service.call('POST', '/synapse/machines', { token: session, body: hidden });
    expect(refused.status).toBe(422);
    const view = await host('machines');
    await view.showResult(await tool('synapse_list_machines', {}));
    await view.frame.getByText(MARKUP[0]).waitFor();
    const text = await view.frame.locator('table').textContent();
    for (const markup of MARKUP) expect(text).toContain(markup);
    await expectInert(view.frame, VIEWS_TITLE);
    expect(view.requests).toEqual([]);
    for (const at of MARKUP.keys()) {
      await service.call('DELETE', `/synapse/machines/h${at}`, { token: session });
    }
  });

  /** Whatever a host hands over: the places that no real machine, journal or person can fill today. */
  it.each(['execution', 'many', 'machines'])('is shown inert by the view of %s in every place', async (name) => {
    const all = [...MARKUP, ...UNSEEN.map(({ text }) => text)];
    const text = all.join('\n');
    const health = { reached: false, latency_ms: null, uptime: null, message: text };
    const machines = all.map((one) => ({ slug: one, label: `${one} `, kind: one, tags: [one], statut: one, health }));
    const execution = {
      machine: text,
      container: text,
      command_template: text,
      status: text,
      exit_code: text,
      stdout: text,
      stderr: text,
      duration_ms: 1,
      refusal: { code: text, message: text },
      approval: { reason: text, url: 'javascript:document.title="owned"' },
    };
    const callTool = async (called: string) => ({
      content: [],
      structuredContent: called === 'synapse_view_machines' ? { machines } : execution,
    });
    const view = await host(name, owner.token, { callTool });
    await view.showResult({
      content: [{ type: 'text', text }],
      _meta: {
        'synapse/execution_id': text,
        'synapse/execution_ids': Object.fromEntries(all.map((machine) => [machine, machine])),
        'synapse/outcomes': all.map((machine) => ({ machine, status: machine, exit_code: machine })),
      },
    });
    await view.frame.getByText('<script>').first().waitFor();
    if (name === 'many') {
      await view.frame.getByRole('button').first().click();
      await view.frame.locator('#detail pre').first().waitFor();
    }
    const shown = (await view.frame.locator('main').textContent()) ?? '';
    for (const markup of MARKUP) expect(shown).toContain(markup);
    expect(shown).not.toMatch(/[\u202e\u200b\u2066\x1b]/);
    await expectInert(view.frame, VIEWS_TITLE);
    expect(await view.frame.getByRole('button', { name: 'Open in Synapse', exact: true }).count()).toBe(0);
    expect(view.asked.filter(({ method }) => method === 'ui/open-link')).toEqual([]);
    expect(view.requests).toEqual([]);
  });

  it('is shown inert where a result is all that a view has', async () => {
    const view = await host('execution');
    await view.showResult({ content: [{ type: 'text', text: [...MARKUP, UNSEEN[2].text].join('\n') }] });
    await view.frame.getByText(UNSEEN[2].shown).waitFor();
    await expectInert(view.frame, VIEWS_TITLE);
  });
});

it('tells no secret, also where an escape sequence divides its value', async () => {
  const value = 'open-sesame-and-more';
  await service.call('PUT', '/synapse/secrets/DOOR', { token: owner.session, body: { value } });
  const halves = [value.slice(0, 8), value.slice(8)];
  const divided = `printf '%s\\033]0;x\\007%s\\n' ${halves.join(' ')}`;
  const command = `echo {{DOOR}}; printf %s {{DOOR}} | rev | rev; echo; ${divided}`;
  const ran = await tool('synapse_exec', { machine: 'free', command });
  const view = await host('execution');
  await view.showResult(ran);
  await view.frame.getByText('succeeded').waitFor();
  for (const form of ['Compacted', 'Raw']) {
    await view.frame.getByRole('button', { name: form }).click();
    await view.frame.locator('button[aria-pressed=true]', { hasText: form }).waitFor();
    await view.frame.locator('pre mark', { hasText: '{{DOOR}}' }).first().waitFor();
    expect(await view.frame.content()).not.toContain(value);
  }
  for (const name of ['execution', 'many', 'machines']) expect(await htmlOf(name)).not.toContain(value);
  // Nothing that was handed to the view held it either.
  expect(JSON.stringify(view.answered)).not.toContain(value);
});

it('looks as the page does, and can be read in both themes', async () => {
  const ran = await tool('synapse_exec', { machine: 'free', command: 'echo out; echo wrong >&2; exit 4' });
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, result] of [
      ['execution', ran],
      ['machines', await tool('synapse_list_machines', {})],
    ] as const) {
      const view = await host(name, owner.token, { theme });
      await view.showResult(result);
      await view.frame.locator('.state').first().waitFor();
      const colour = (selector: string, property: string) =>
        view.frame
          .locator(selector)
          .first()
          .evaluate((node, of) => getComputedStyle(node).getPropertyValue(of), property);
      expect(await colour('body', 'color')).toBe(rgb(COLOURS.text[theme]));
      expect(await colour('body', 'background-color')).toBe(rgb(COLOURS.surface[theme]));
      if (name === 'execution') expect(await colour('.dot', 'background-color')).toBe(rgb(COLOURS.bad[theme]));
      await checkAccessibility(view.frame);
    }
  }
});

const rgb = (hex: string): string =>
  `rgb(${hex
    .match(/[0-9a-f]{2}/g)!
    .map((part) => Number.parseInt(part, 16))
    .join(', ')})`;
