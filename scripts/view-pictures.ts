/** Pictures of the views, in the small host that the tests show them in. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { send, VIEWS } from '../test/mcp/surface-rig.ts';
import { hostView } from '../test/mcp/view-host.ts';
import type { Scene } from './picture-scene.ts';

interface ViewPicture {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** What it shows when it is whole. */
  readonly shows: string;
}

const PICTURES: readonly ViewPicture[] = [
  {
    name: 'execution',
    theme: 'light',
    tool: 'synapse_exec',
    args: { machine: 'local', command: './bin/check.sh' },
    shows: 'exit',
  },
  { name: 'machines', theme: 'dark', tool: 'synapse_list_machines', args: {}, shows: 'web-1' },
];

export async function takeViewPictures(browser: Browser, { client, token }: Scene, folder: string): Promise<void> {
  const ask = async (method: string, params: Record<string, unknown>) =>
    (await send(client, token, method, params, { capabilities: VIEWS })).body.result;
  const callTool = (name: string, args: Record<string, unknown>) => ask('tools/call', { name, arguments: args });
  for (const { name, theme, tool, args, shows } of PICTURES) {
    const { contents } = await ask('resources/read', { uri: `ui://synapse/${name}` });
    const view = await hostView(browser, { html: contents[0].text, callTool, theme, height: 420 });
    await view.showResult(await callTool(tool, args));
    await view.frame.getByText(shows).first().waitFor();
    await view.page.screenshot({ path: join(folder, `view-${name}.png`) });
    await view.close();
  }
}
