/** Pictures of the views, in the small host that the tests show them in. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Frame } from 'playwright-core';
import { send, VIEWS } from '../test/mcp/surface-rig.ts';
import { hostView } from '../test/mcp/view-host.ts';
import type { Scene } from './picture-scene.ts';

interface ViewPicture {
  readonly name: string;
  readonly view: string;
  readonly theme: 'light' | 'dark';
  /** Of commands that the assistant gives. */
  readonly policy: 'open' | 'careful';
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Waits until it is whole. */
  readonly settle: (frame: Frame) => Promise<void>;
}

const WIDTH = 760;

const PICTURES: readonly ViewPicture[] = [
  {
    name: 'execution',
    view: 'execution',
    theme: 'light',
    policy: 'open',
    tool: 'synapse_exec',
    args: { machine: 'local', command: './bin/check.sh; echo "{{NPM_TOKEN}}" | ./bin/publish.sh' },
    settle: (frame) => frame.getByText('failed (1)').waitFor(),
  },
  {
    name: 'many',
    view: 'many',
    theme: 'light',
    policy: 'open',
    tool: 'synapse_exec_many',
    args: { machines: ['local', 'web-1', 'web-2', 'db-1'], command: 'df -h /' },
    settle: async (frame) => {
      await frame.getByRole('button', { name: /^web-1/ }).click();
      await frame.locator('#detail pre').waitFor();
    },
  },
  {
    name: 'machines',
    view: 'machines',
    theme: 'dark',
    policy: 'open',
    tool: 'synapse_list_machines',
    args: {},
    settle: (frame) => frame.getByText('offline', { exact: true }).first().waitFor(),
  },
  {
    name: 'approval',
    view: 'execution',
    theme: 'dark',
    policy: 'careful',
    tool: 'synapse_exec',
    args: { machine: 'web-1', command: 'systemctl restart nginx', wait_seconds: 0 },
    settle: (frame) => frame.getByRole('button', { name: 'Open in Synapse' }).waitFor(),
  },
];

export async function takeViewPictures(browser: Browser, scene: Scene, folder: string): Promise<void> {
  const { client, token } = scene;
  const ask = async (method: string, params: Record<string, unknown>) =>
    (await send(client, token, method, params, { capabilities: VIEWS })).body.result;
  await untilChecked(scene);
  const callTool = (name: string, args: Record<string, unknown>) => ask('tools/call', { name, arguments: args });
  for (const { name, view: uri, theme, policy, tool, args, settle } of PICTURES) {
    await scene.call('PUT', '/synapse/policy', { text: `version: 1\ndefault: ${policy}\n` });
    const { contents } = await ask('resources/read', { uri: `ui://synapse/${uri}` });
    const view = await hostView(browser, { html: contents[0].text, callTool, theme, width: WIDTH });
    await view.showResult(await callTool(tool, args));
    await settle(view.frame);
    // As high as it says that it is, as hosts make it.
    const height = await view.frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
    await view.page.setViewportSize({ width: WIDTH, height });
    await view.page.screenshot({ path: join(folder, `view-${name}.png`) });
    await view.close();
  }
}

/** Whoever asks for the health of machines has them checked. */
async function untilChecked({ call }: Scene): Promise<void> {
  for (;;) {
    const { machines } = (await call('GET', '/synapse/machine-health')) as unknown as {
      machines: { slug: string; reached: boolean | null }[];
    };
    const checked = machines.filter(({ reached }) => reached !== null).map(({ slug }) => slug);
    if (['local', 'web-1', 'web-2', 'db-1'].every((slug) => checked.includes(slug))) return;
    await setTimeout(500);
  }
}
