/** A host of views, as small as one can be, made with the bridge that the extension offers to hosts. */
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Frame, Page } from 'playwright-core';
import type { Shown } from '../approvals/rig.ts';
import type { HostPage } from './view-host-page.ts';

export interface HostedView {
  readonly page: Page;
  readonly frame: Frame;
  /** The tools that the view called, and the addresses that it wanted opened. */
  readonly asked: Shown[];
  /** Everything that its tools answered. */
  readonly answered: Shown[];
  /** What was blocked, every error of a script, and every message that the bridge could not read. */
  readonly complaints: string[];
  /** Requests that left the frame. */
  readonly requests: string[];
  showResult(result: object): Promise<void>;
  changeContext(context: object): Promise<void>;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly html: string;
  readonly callTool: (name: string, args: Record<string, unknown>) => Promise<Shown>;
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
  readonly width?: number;
  readonly height?: number;
}

let bundled: Promise<string> | undefined;

async function bundleHost(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'view-host-page.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]!.text;
}

export async function hostView(browser: Browser, options: HostOptions): Promise<HostedView> {
  const { html, callTool, theme = 'light', locale = 'en-GB', width = 760, height = 620 } = options;
  bundled ??= bundleHost();
  const page = await browser.newPage({ viewport: { width, height } });
  const asked: Shown[] = [];
  const answered: Shown[] = [];
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (/^(https?|wss?|ftp):/.test(request.url())) requests.push(request.url());
  });
  await page.exposeFunction('callTool', async (params: Shown) => {
    asked.push({ method: 'tools/call', params });
    const result = await callTool(params.name, params.arguments);
    answered.push(result);
    return result;
  });
  await page.exposeFunction('openLink', (params: Shown) => void asked.push({ method: 'ui/open-link', params }));
  await page.exposeFunction('complain', (text: string) => void complaints.push(text));
  const initialized = Promise.withResolvers<void>();
  await page.exposeFunction('viewReady', () => initialized.resolve());
  await page.setContent('<body></body>');
  await page.addScriptTag({ content: await bundled });
  await page.evaluate(([text, context]) => (window as unknown as HostPage).startHost(text, context), [
    html,
    { theme, locale },
  ] as const);
  await initialized.promise;
  const frame = page.frames().find((one) => one !== page.mainFrame())!;
  return {
    page,
    frame,
    asked,
    answered,
    complaints,
    requests,
    showResult: (result) => page.evaluate((of) => (window as unknown as HostPage).showResult(of), result),
    changeContext: (context) => page.evaluate((of) => (window as unknown as HostPage).changeContext(of), context),
    close: () => page.close(),
  };
}
