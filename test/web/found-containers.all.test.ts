/** The containers that a machine may use are found and picked, not typed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContainerEngine } from '../engines/container-engine.ts';
import { describeEngine } from '../engines/describe-engine.ts';
import { findDockerd, startDockerd } from '../engines/dockerd.ts';
import { locate } from '../engines/engines.ts';
import { chooseAction } from './machine-panel.ts';
import { stage } from './stage.ts';

describeEngine(await locate('docker', findDockerd), 'containers on the page', (root) => {
  const { visit } = stage();
  let engine: ContainerEngine;
  beforeAll(async () => {
    engine = await startDockerd(root());
    await engine.startContainer('app-1');
    await (await engine.startContainer('stopped')).stop({ t: 0 });
  });
  afterAll(() => engine?.stop());

  it('are picked from those that run, before the machine is stored and later', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    const containers = async () =>
      (await (await page.context().request.get('/synapse/machines/engine')).json()).containers as string[];
    await page.goto('/machines#new');
    const form = page.getByRole('dialog', { name: 'Ajouter une machine' });
    await form.getByText('Docker', { exact: true }).click();
    await form.locator('input[name=slug]').fill('engine');
    await form.locator('input[name=socket]').fill(engine.socket);
    await form.getByRole('button', { name: 'Tester la connexion' }).click();
    const found = form.getByRole('group', { name: 'Conteneurs qui tournent' });
    await found.getByText('app-1').click();
    expect(await form.locator('input[name=containers]').inputValue()).toBe('app-1');
    expect(await found.getByText('stopped').count()).toBe(0);
    await checkAccessibility();
    await form.getByRole('button', { name: 'Ajouter une machine' }).click();
    await page.locator('[data-machine=engine]').getByText('en ligne').waitFor();
    expect(await containers()).toEqual(['app-1']);

    await engine.startContainer('app-2');
    await chooseAction(page, 'engine', 'Modifier engine');
    const change = page.getByRole('dialog', { name: 'Modifier engine' });
    await change.getByRole('button', { name: 'Trouver les conteneurs' }).click();
    await change.getByRole('group', { name: 'Conteneurs qui tournent' }).getByText('app-2').click();
    await change.getByRole('button', { name: 'Enregistrer' }).click();
    await expect.poll(containers).toEqual(['app-1', 'app-2']);
  });
});
