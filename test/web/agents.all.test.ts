/** An agent: one command to paste, and the page turns green when the machine really connects. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AGENT_PROGRAM } from '../programs.ts';
import { openMachine } from './machine-panel.ts';
import { stage } from './stage.ts';

const { url, visit } = stage();

it('is brought in by the command that the page shows', async () => {
  const { page, signIn, checkAccessibility } = await visit();
  await signIn();
  await page.goto('/machines');
  await page.getByRole('button', { name: 'Ajouter une machine' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByText('Agent', { exact: true }).click();
  await form.locator('input[name=slug]').fill('laptop');
  await form.getByRole('button', { name: 'Ajouter une machine' }).click();
  await form.getByText('En attente de la connexion de l’agent…').waitFor();
  await checkAccessibility();
  const command = (await form.getByRole('region', { name: 'Terminal' }).textContent()) ?? '';
  const code = /--code (\S+)/.exec(command)?.[1] ?? '';
  expect(code).not.toBe('');

  const home = mkdtempSync(join(tmpdir(), 'synapse-web-agent-'));
  const agent = spawn(process.execPath, [AGENT_PROGRAM, 'run', '--server', url(), '--code', code], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => agent.once('exit', resolve));
  try {
    await form.getByText('Agent connecté.').waitFor();
    await form.getByRole('button', { name: 'Fermer' }).last().click();
    const card = await openMachine(page, 'laptop');
    await card.getByText('en ligne').waitFor();
    await card.getByRole('button', { name: 'Tester la connexion' }).click();
    await card.getByText('Joignable').waitFor();
    await card.locator('dl').getByText('Agent', { exact: true }).waitFor();
  } finally {
    agent.kill();
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
});

it('gets a new code when the first one was not used', async () => {
  const { page, signIn } = await visit();
  await signIn();
  await page.context().request.post('/synapse/machines', {
    headers: { 'x-synapse-page': '1' },
    data: { slug: 'attic', kind: 'agent' },
  });
  await page.goto('/machines');
  const card = await openMachine(page, 'attic');
  await card.getByText('jamais', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Nouveau code' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('En attente de la connexion de l’agent…').waitFor();
  expect(await form.getByRole('region', { name: 'Terminal' }).textContent()).toMatch(/--code \S+/);
});
