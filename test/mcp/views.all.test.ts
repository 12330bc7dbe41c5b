/** The views in a browser: what they show of real executions, that they change nothing else, and that hostile text stays text. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve, ask, newOwner, type Owner, type Shown } from '../approvals/rig.ts';
import { openChromium } from '../engines/chromium.ts';
import { type Service, startService } from '../service.ts';
import { send, VIEWS } from './surface-rig.ts';
import { type HostedView, type HostOptions, hostView } from './view-host.ts';

/** What a program, a name or a person may have written. */
const HOSTILE = [
  '<script>document.title="owned"</script>',
  '<img src=x onerror="document.title=\'owned\'">',
  '</pre></main><iframe src="javascript:document.title=\'owned\'"></iframe>',
  '<svg/onload=document.title="owned">',
  '"><a href="javascript:alert(1)">x</a>',
  '{{constructor.constructor("document.title=1")()}}',
];

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
    await view.frame.getByText('terminé · code 4').waitFor();
    await view.frame.locator('pre.errors', { hasText: 'wrong' }).waitFor();
    expect(await view.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await view.frame.getByRole('button', { name: 'Brut' }).click();
    await view.frame.locator('button[aria-pressed=true]', { hasText: 'Brut' }).waitFor();
    await view.changeContext({ theme: 'light', locale: 'en' });
    await view.frame.getByText('done · exit 4').waitFor();
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
    await view.frame.getByText('done · exit 0').waitFor();
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

it('shows hostile text as text, wherever it stands', async () => {
  const text = HOSTILE.join('\n');
  const callTool = async (name: string) => ({
    content: [],
    structuredContent:
      name === 'synapse_view_machines'
        ? {
            machines: HOSTILE.map((slug) => ({
              slug,
              label: slug,
              kind: slug,
              tags: [slug],
              statut: slug,
              health: null,
            })),
          }
        : {
            machine: HOSTILE[0],
            container: HOSTILE[1],
            command_template: text,
            status: HOSTILE[2],
            exit_code: null,
            stdout: text,
            stderr: text,
            duration_ms: 1,
            refusal: { code: HOSTILE[3], message: text },
            approval: { reason: text, url: 'javascript:document.title="owned"' },
          },
  });
  const outcomes = HOSTILE.map((machine) => ({ machine, status: machine, exit_code: null }));
  const result = {
    content: [{ type: 'text', text }],
    _meta: {
      'synapse/execution_id': HOSTILE[0],
      'synapse/execution_ids': Object.fromEntries(HOSTILE.map((machine) => [machine, machine])),
      'synapse/outcomes': outcomes,
    },
  };
  for (const name of ['execution', 'many', 'machines']) {
    const view = await host(name, owner.token, { callTool });
    await view.showResult(result);
    await view.frame.getByText('<script>').first().waitFor();
    if (name === 'many') await view.frame.getByRole('button').first().click();
    expect(await view.frame.locator('main script, main img, main iframe, main svg, main a').count()).toBe(0);
    expect(await view.frame.title()).toBe('Synapse');
    expect(await view.frame.getByRole('button', { name: 'Open in Synapse' }).count()).toBe(0);
    expect(view.requests).toEqual([]);
  }
});

it('tells no secret', async () => {
  const value = 'open-sesame-and-more';
  await service.call('PUT', '/synapse/secrets/DOOR', { token: owner.session, body: { value } });
  const ran = await tool('synapse_exec', { machine: 'free', command: 'echo {{DOOR}}; printf %s {{DOOR}} | rev | rev' });
  const view = await host('execution');
  await view.showResult(ran);
  await view.frame.getByText('done · exit 0').waitFor();
  expect(await view.frame.content()).not.toContain(value);
  for (const name of ['execution', 'many', 'machines']) expect(await htmlOf(name)).not.toContain(value);
});
