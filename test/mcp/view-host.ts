/** A host of views, as small as one can be: a sandboxed frame without an origin, and the messages of the extension. */
import type { Browser, Frame, Page } from 'playwright-core';
import type { Shown } from '../approvals/rig.ts';

export interface HostedView {
  readonly page: Page;
  readonly frame: Frame;
  /** Everything that the view asked its host for. */
  readonly asked: Shown[];
  /** What was blocked, and every error of a script. */
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

export async function hostView(browser: Browser, options: HostOptions): Promise<HostedView> {
  const { html, callTool, theme = 'light', locale = 'en-GB', width = 760, height = 620 } = options;
  const page = await browser.newPage({ viewport: { width, height } });
  const asked: Shown[] = [];
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (/^(https?|wss?|ftp):/.test(request.url())) requests.push(request.url());
  });
  const answer = async (message: Shown): Promise<Shown> => {
    asked.push(message);
    const { method, params } = message;
    if (method === 'ui/initialize') {
      const hostContext = { theme, locale, displayMode: 'inline' };
      const hostCapabilities = { openLinks: {}, serverTools: {} };
      return { protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '1' }, hostCapabilities, hostContext };
    }
    if (method === 'tools/call') return callTool(params.name, params.arguments);
    return {};
  };
  await page.exposeFunction('answerView', answer);
  let ready = () => {};
  const initialized = new Promise<void>((resolve) => {
    ready = resolve;
  });
  await page.exposeFunction('viewReady', () => ready());
  await page.setContent('<body style="margin:0"><iframe id="view" sandbox="allow-scripts"></iframe></body>');
  await page.evaluate((text) => {
    const view = document.getElementById('view') as HTMLIFrameElement;
    view.style.cssText = 'width:100%;height:100vh;border:0;display:block';
    const host = window as unknown as {
      answerView(message: unknown): Promise<unknown>;
      viewReady(): void;
      toView(message: object): void;
    };
    host.toView = (message) => view.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
    window.addEventListener('message', async ({ source, data }) => {
      if (source !== view.contentWindow) return;
      if (data.method === 'ui/notifications/initialized') host.viewReady();
      if (data.id === undefined || data.method === undefined) return;
      try {
        host.toView({ id: data.id, result: await host.answerView(data) });
      } catch (error) {
        host.toView({ id: data.id, error: { code: -32000, message: String(error) } });
      }
    });
    view.srcdoc = text;
  }, html);
  await initialized;
  const tell = (method: string, params: object) =>
    page.evaluate((message) => (window as unknown as { toView(message: object): void }).toView(message), {
      method,
      params,
    });
  const frame = page.frames().find((one) => one !== page.mainFrame())!;
  return {
    page,
    frame,
    asked,
    complaints,
    requests,
    showResult: (result) => tell('ui/notifications/tool-result', result),
    changeContext: (context) => tell('ui/notifications/host-context-changed', context),
    close: () => page.close(),
  };
}
