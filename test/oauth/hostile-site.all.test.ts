/** Another site in the browser of somebody who is signed in and has a question open: it gets no consent out of them. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { ADMIN_PASSWORD, type Service, startService } from '../service.ts';
import { buildPage } from '../web/built-page.ts';
import { forms, frames, type HostileSite, scripts, startHostileSite } from './hostile-site.ts';
import { allowAll, authorizePath, newClient, newPkce } from './oauth-client.ts';

let service: Service;
let browser: Browser;
let hostile: HostileSite;
let session: string;
beforeAll(async () => {
  await buildPage();
  [service, browser, hostile] = await Promise.all([startService(), openChromium(), startHostileSite()]);
  session = await service.login();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await hostile?.close();
});

describe.each(['near', 'far'] as const)('from an origin that is %s', (where) => {
  let context: BrowserContext;
  let asked: Page;
  let consentPage: string;
  /** Whether the browser sent its session along, and what the service said to it. */
  const answered: { readonly withCookie: boolean; readonly status: number }[] = [];
  /** Also those whose answers the browser keeps to itself. */
  let sent = 0;
  beforeAll(async () => {
    context = await browser.newContext({ locale: 'fr-FR', baseURL: service.url });
    await context.request.post('/auth/session', { data: { username: 'admin', password: ADMIN_PASSWORD } });
    await context.addInitScript(() => localStorage.setItem('synapse-signed-in', '1'));
    asked = await context.newPage();
    const clientId = await newClient(service.url);
    await asked.goto(authorizePath(service.url, { clientId, pkce: newPkce() }));
    await asked.getByRole('button', { name: 'Autoriser' }).waitFor();
    consentPage = asked.url();
    context.on('request', (request) => {
      if (request.url() === `${consentPage}/answer` && request.method() === 'POST') sent++;
    });
    context.on('response', async (response) => {
      if (!response.url().startsWith(`${consentPage}/answer`)) return;
      const { cookie = '' } = await response.request().allHeaders();
      answered.push({ withCookie: cookie.includes('synapse_session='), status: response.status() });
    });
  });
  afterAll(() => context?.close());

  const connections = async () =>
    (await service.call<{ connections: object[] }>('GET', '/tda/ai/connections', { token: session })).body.connections;
  const lure = async (body: string): Promise<Page> => {
    hostile.show(body);
    const page = await context.newPage();
    await page.goto(`${hostile[where]}/`, { waitUntil: 'commit' });
    return page;
  };

  it('no form that sends itself is an answer', async () => {
    for (const form of forms(`${consentPage}/answer`, allowAll)) {
      const page = await lure(form);
      await page.waitForURL(`${consentPage}/answer**`);
      await page.close();
    }
    await expect.poll(() => answered.length).toBe(4);
    for (const { status } of answered) expect(status).toBeGreaterThanOrEqual(400);
    // Or this would show nothing: a site nearby is refused although the cookie comes along.
    expect(answered.map(({ withCookie }) => withCookie)).toEqual(Array(4).fill(where === 'near'));
    expect(await connections()).toEqual([]);
  });

  it('no script reads the question, sends an answer, or reaches into a window that it opened', async () => {
    const page = await lure(scripts(consentPage, allowAll));
    const ends = page.locator('#done:not(:empty)');
    await ends.waitFor();
    expect((await ends.textContent())?.split(' ')).toEqual([
      // Sent, but the browser keeps the answer from it: the service says that it is for its own pages.
      'plain:refused',
      'json:refused',
      'header:refused',
      'beacon:sent',
      'question:refused',
      'quiet:refused',
      'script:refused',
      'window:refused',
    ]);
    // Three forms, and what needs no leave of the service.
    await expect.poll(() => sent).toBeGreaterThanOrEqual(5);
    expect(answered.filter(({ status }) => status < 400)).toEqual([]);
    expect(await connections()).toEqual([]);
    await page.close();
  });

  it('nothing shows the question in a frame, and a click on it meets nothing', async () => {
    const page = await lure(frames(consentPage));
    await page.waitForLoadState('load');
    const inner = page.frames().filter((frame) => frame !== page.mainFrame());
    expect(inner.length).toBeGreaterThanOrEqual(2);
    for (const frame of inner) {
      // One that the browser has taken away shows nothing.
      expect(
        await frame
          .getByRole('button')
          .count()
          .catch(() => 0),
        frame.url(),
      ).toBe(0);
      expect(frame.url()).not.toContain('/oauth/consent/');
    }
    const { width, height } = page.viewportSize()!;
    for (const [x, y] of [
      [0.5, 0.5],
      [0.4, 0.8],
      [0.5, 0.9],
    ] as const)
      await page.mouse.click(x * width, y * height);
    expect(await connections()).toEqual([]);
    await page.close();
  });

  it('the person can still answer', async () => {
    await asked.getByRole('button', { name: 'Refuser' }).click();
    await expect.poll(() => answered.at(-1)).toEqual({ withCookie: true, status: 200 });
    expect(await connections()).toEqual([]);
  });
});
