/** A person at the page: a browser context that records what a person should never see. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { ADMIN, type Instance } from './instance.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visit {
  readonly page: Page;
  readonly signIn: (who?: { username: string; password: string }) => Promise<void>;
  /** A refusal that the test causes on purpose: the browser writes it to the console. */
  readonly expectRefusal: (status: number) => void;
  /** The page leads to another site on purpose. */
  readonly expectRequestsTo: (origin: string) => void;
  /** From now on requests may fail because nobody answers. */
  readonly expectLostConnection: () => void;
  readonly checkAccessibility: () => Promise<void>;
  /** In the dark as in the light. */
  readonly checkBothThemes: () => Promise<void>;
  /** Ends the visit. Fails if something went wrong during it. */
  readonly leave: () => Promise<void>;
}

export async function visit(
  browser: Browser,
  { url }: Pick<Instance, 'url'>,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'fr-FR', baseURL: url, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  // Nobody waits that long but a busy computer.
  page.setDefaultTimeout(120_000);
  const faults: string[] = [];
  const expected = new Set<number>();
  const welcome = new Set([url]);
  let mayBeLost = false;
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (mayBeLost && /net::ERR_(?:CONNECTION|EMPTY|INCOMPLETE|SOCKET)/.test(message.text())) return;
    const status = /status of (\d{3})/.exec(message.text())?.[1];
    if (status === undefined || !expected.has(Number(status))) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (!welcome.has(address.origin) && address.protocol !== 'data:') faults.push(`request to ${address.origin}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // Read by the console listener: a violation that the browser does not print counts too.
      globalThis.console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return {
    page,
    signIn: async (who = ADMIN) => {
      // The sign-in page has its own tests. Here the session comes straight from the service, into the same cookie.
      const answer = await context.request.post('/auth/session', { data: who });
      expect(answer.status()).toBe(200);
      await page.addInitScript(() => localStorage.setItem('synapse-signed-in', '1'));
    },
    expectRefusal: (status) => expected.add(status),
    expectRequestsTo: (origin) => welcome.add(origin),
    expectLostConnection: () => {
      mayBeLost = true;
    },
    checkAccessibility: () => checkAccessibility(page),
    checkBothThemes: async () => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        await checkAccessibility(page);
      }
    },
    leave: async () => {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
}

interface AxeResult {
  readonly violations: readonly {
    id: string;
    impact: string;
    nodes: readonly { html: string; failureSummary?: string }[];
  }[];
}

/** No serious or critical violation; otherwise says what to fix. */
export async function checkAccessibility(page: Page | Frame): Promise<void> {
  // What is still fading in has no final colours to check.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : [])),
    ),
  );
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
    );
  expect(grave, page.url()).toEqual([]);
}
