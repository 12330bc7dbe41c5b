/**
 * A running command followed over a connection that breaks, and through a service that dies: nothing lost, nothing
 * doubled.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import { type CutLine, drawLine } from './cut-line.ts';
import { type Instance, startInstance } from './instance.ts';
import { type Visit, visit } from './visit.ts';

let instance: Instance;
let browser: Browser;
let line: CutLine;
const place = mkdtempSync(join(tmpdir(), 'synapse-web-cut-'));
const [printed, pause, paused, over] = ['printed', 'pause', 'paused', 'over'].map((name) => join(place, name)) as [
  string,
  string,
  string,
  string,
];
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance(), openChromium()]);
  line = await drawLine(() => instance.url);
});
afterAll(async () => {
  // This ends a command that outlived its service.
  writeFileSync(over, '');
  await browser?.close();
  await line?.close();
  await instance?.stop();
  rmSync(place, { recursive: true, force: true });
});

/** Prints numbered lines until told otherwise, and also writes how far it is to a file. */
const COUNT = [
  `i=0; until [ -e ${over} ]; do if [ -e ${pause} ]; then : > ${paused}; sleep 0.05; continue; fi`,
  `i=$((i+1)); echo "line $i"; echo $i > ${printed}.new; mv ${printed}.new ${printed}; sleep 0.02; done; echo "all $i"`,
].join('; ');

const count = (): number => (existsSync(printed) ? Number(readFileSync(printed, 'utf8')) : 0);
const reach = (wanted: number) => expect.poll(count).toBeGreaterThan(wanted);

async function begin({ page, signIn, expectLostConnection }: Visit): Promise<void> {
  for (const file of [printed, pause, paused, over]) rmSync(file, { force: true });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn();
  await page.goto('/run?machine=local');
  await page.getByLabel('Délai (s)').fill('300');
  await page.getByRole('combobox', { name: 'Commande' }).fill(COUNT);
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  await page.getByRole('link', { name: 'Détails' }).click();
  await page.getByRole('heading', { name: 'Exécution' }).waitFor();
  await page.locator('[data-status=running]').waitFor();
  await page
    .getByRole('region', { name: 'Sortie brute' })
    .getByText(/^line (?:[2-9]\d|\d{3,})$/)
    .first()
    .waitFor();
  expectLostConnection();
}

/** Everything that the page holds, as it would be copied. */
async function shown({ page }: Visit): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Copier', exact: true }).first().click();
  return (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
}
const linesTo = (last: number): string[] => Array.from({ length: last }, (_, index) => `line ${index + 1}`);

it('says that the connection is lost, and resumes where it was', async () => {
  const person = await visit(browser, line);
  const { page, leave } = person;
  await begin(person);
  line.cut();
  const lost = page.getByText('Connexion perdue, reprise…');
  await lost.waitFor();
  const before = count();
  await reach(before + 50);
  // What was seen stays visible meanwhile.
  expect((await shown(person)).length).toBeGreaterThan(15);
  expect((await shown(person)).at(-1)).not.toBe(`line ${count()}`);

  line.mend();
  await lost.waitFor({ state: 'detached', timeout: 45_000 });
  await reach(count() + 20);
  writeFileSync(pause, '');
  await expect.poll(() => existsSync(paused)).toBe(true);
  // It is still running, so this came over the restored connection and was not read at the end.
  await expect.poll(async () => (await shown(person)).length).toBe(count());
  expect(await shown(person)).toEqual(linesTo(count()));
  await page.locator('[data-status=running]').waitFor();

  writeFileSync(over, '');
  rmSync(pause);
  await page.locator('[data-status=done]').waitFor();
  const total = count();
  await expect.poll(() => shown(person)).toEqual([...linesTo(total), `all ${total}`]);
  await leave();
});

it('comes back to a service that died, keeps what was seen, and says how it ended', async () => {
  const person = await visit(browser, instance);
  const { page, leave } = person;
  await begin(person);
  // Nothing is kept of a command whose service was killed.
  person.expectRefusal(404);
  await instance.killAndRestart();
  await page.locator('[data-status=interrupted]').waitFor({ timeout: 45_000 });
  await expect.poll(() => page.getByText('Connexion perdue, reprise…').count()).toBe(0);
  const seen = await shown(person);
  expect(seen.length).toBeGreaterThanOrEqual(20);
  expect(seen).toEqual(linesTo(seen.length));
  await leave();
});
