/** Both streams of a command together, in the order in which they came: while it runs, afterwards, and where not. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stage } from './stage.ts';

const { visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'synapse-streams-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * The command goes on each time when it is told to: its lines come in a known order. Each time by a pipe of its own: one
 * that is opened again may still have its last writer.
 */
function makeGate(name: string) {
  const pipeOf = (time: number): string => join(folder, `${name}-${time}`);
  let [waited, opened] = [0, 0];
  return {
    wait: () => {
      const pipe = pipeOf(waited++);
      execFileSync('mkfifo', [pipe]);
      return `read go < ${pipe}`;
    },
    open: () => writeFile(pipeOf(opened++), 'go\n'),
  };
}

const start = async (page: Page, command: string, job = false): Promise<void> => {
  await page.goto('/run?machine=local');
  if (job) await page.getByRole('switch', { name: 'Comme tâche' }).click();
  await page.getByRole('combobox', { name: 'Commande' }).fill(command);
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
};

const shown = (box: Locator) => box.locator('.output-line bdi').allTextContents();
const together = (page: Page) => page.getByRole('button', { name: 'stderr parmi les lignes' });

it('shows both streams together as they come, the same after the end, and apart where that is wanted', async () => {
  const { page, signIn, checkAccessibility } = await visit({ viewport: { width: 1440, height: 800 } });
  await signIn();
  await page.context().request.put('/synapse/secrets/FISH', {
    headers: { 'x-synapse-page': '1' },
    data: { value: 'dolphin-4711-dolphin' },
  });
  const gate = makeGate('live');
  // What ends the second piece may be the beginning of the secret: it is held back while the error comes.
  const { wait } = gate;
  await start(
    page,
    `echo one; ${wait()}; echo two >&2; ${wait()}; printf 'dolphin-47'; ${wait()}; echo three >&2; ${wait()}; echo 11; echo {{FISH}}`,
  );
  const raw = page.getByRole('region', { name: 'Sortie brute' });
  await raw.getByText('one').waitFor();
  await gate.open();
  await raw.locator('[data-stream=stderr]').getByText('two').waitFor();
  await gate.open();
  await page.getByLabel('La suite est là').waitFor();
  await gate.open();
  await raw.getByText('three').waitFor();
  await gate.open();
  await page.locator('[data-status=done]').waitFor();
  const lines = ['one', 'two', 'dolphin-4711', 'three', '{{FISH}}'];
  await expect.poll(() => shown(raw)).toEqual(lines);
  expect(await raw.locator('[data-stream=stderr] bdi').allTextContents()).toEqual(['two', 'three']);
  // Tinted, too.
  const groundOf = (text: string) =>
    raw
      .locator('.output-line', { hasText: text })
      .first()
      .evaluate((line) => getComputedStyle(line).backgroundColor);
  expect(await groundOf('two')).not.toBe(await groundOf('one'));
  await checkAccessibility();

  await page.getByRole('link', { name: 'Détails' }).click();
  await page.getByRole('tab', { name: 'Sortie' }).waitFor();
  await expect.poll(() => shown(raw)).toEqual(lines);
  // A line is numbered as in its own stream, and its address says in which.
  await raw.locator('[data-stream=stderr]').getByRole('link', { name: 'Lien vers la ligne 2' }).click();
  await page.waitForURL(/line=2&stream=stderr$/);
  await expect.poll(() => raw.locator('[data-at] bdi').allTextContents()).toEqual(['three']);

  await together(page).click();
  const errors = page.getByRole('region', { name: 'stderr' });
  await expect.poll(() => shown(errors)).toEqual(['two', 'three']);
  expect(await shown(raw)).toEqual(['one', 'dolphin-4711', '{{FISH}}']);
  await page.reload();
  await errors.getByText('three').waitFor();
  await together(page).click();
  await expect.poll(() => shown(raw)).toEqual(lines);
  expect(await errors.count()).toBe(0);
  expect(await page.content()).not.toContain('dolphin-4711-dolphin');
});

it('shows somebody who comes later what came before in its order', async () => {
  const { page, signIn } = await visit();
  await signIn();
  const gate = makeGate('later');
  const { wait } = gate;
  await start(page, `echo one; ${wait()}; echo two >&2; ${wait()}; echo three; ${wait()}; echo four >&2`);
  const raw = page.getByRole('region', { name: 'Sortie brute' });
  await raw.getByText('one').waitFor();
  await gate.open();
  await raw.getByText('two').waitFor();
  await gate.open();
  await raw.getByText('three').waitFor();
  await page.getByRole('link', { name: 'Détails' }).click();
  await expect.poll(() => shown(raw)).toEqual(['one', 'two', 'three']);
  await gate.open();
  await expect.poll(() => shown(raw)).toEqual(['one', 'two', 'three', 'four']);
});

it('shows the streams of a job apart: nobody knows which line of one came before which of the other', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await start(page, 'echo one; echo two >&2', true);
  await page.locator('[data-status=done]').waitFor();
  await page.getByRole('region', { name: 'stderr' }).getByText('two').waitFor();
  expect(await shown(page.getByRole('region', { name: 'Sortie brute' }))).toEqual(['one']);
  expect(await together(page).count()).toBe(0);
});
