/** Files of a machine on the page: browsed, changed with the difference shown first, fetched, and dropped. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIn, fillCode } from './code-field.ts';
import { openMachine } from './machine-panel.ts';
import { stage } from './stage.ts';

const { visit } = stage();

describe('files', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'synapse-page-files-'));
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'conf'), 'port=1\r\nhost=a\r\n');
    writeFileSync(join(folder, 'deploy.yml'), 'port: 1 # here\nname: "x"\n', { mode: 0o640 });
    writeFileSync(join(folder, 'binary'), Buffer.from([0, 1, 255]));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('opens a folder, changes a file after showing what changes, and keeps its line ends', async () => {
    const { page, signIn, checkAccessibility } = await visit();
    await signIn();
    await page.goto('/machines');
    await (await openMachine(page, 'local')).getByRole('link', { name: 'Fichiers' }).click();
    await page.locator('input[name=path]').fill(folder);
    await page.getByRole('button', { name: 'Aller', exact: true }).click();
    await page.getByRole('link', { name: 'Ouvrir conf' }).waitFor();
    await checkAccessibility();
    await page.getByRole('link', { name: 'Ouvrir binary' }).click();
    await page.getByText('Ce fichier n’est pas du texte').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Ouvrir conf' }).click();
    const field = page.getByRole('textbox', { name: 'Contenu de conf' });
    await fillCode(field, 'port=2\nhost=a\n');
    await page.getByRole('button', { name: 'Voir les changements' }).click();
    await page.getByText('+port=2').waitFor();
    await page.getByText('-port=1').waitFor();
    await checkAccessibility();
    expect(readFileSync(join(folder, 'conf'), 'utf8')).toBe('port=1\r\nhost=a\r\n');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('conf est enregistré.').waitFor();
    expect(readFileSync(join(folder, 'conf'), 'utf8')).toBe('port=2\r\nhost=a\r\n');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Télécharger binary' }).click();
    expect(readFileSync(await (await download).path())).toEqual(Buffer.from([0, 1, 255]));
    await page.getByRole('link', { name: 'sub', exact: true }).click();
    await page.getByText('Dossier vide').waitFor();
    // Every folder on the way is a link back.
    const crumbs = page.getByRole('navigation', { name: 'Dossier' });
    expect(await crumbs.locator('[aria-current]').textContent()).toBe('sub');
    await crumbs.getByRole('link').last().click();
    await page.getByRole('link', { name: 'Ouvrir conf' }).waitFor();
  });

  it('shows a file with colours and whose it is, by an address of its own, and lets nothing be lost', async () => {
    const { page, signIn, checkBothThemes } = await visit({ viewport: { width: 1440, height: 900 } });
    await signIn();
    await page.goto(`/machines/local/files?path=${encodeURIComponent(folder)}`);
    const row = page.locator('[data-file="deploy.yml"]');
    await row.getByText('rw-r-----').waitFor();
    expect(await row.textContent()).toContain(userInfo().username);
    expect(await row.locator('.file-figure').first().textContent()).toMatch(/^25\soctets$/);
    expect(await row.locator('.file-changed time').textContent()).toMatch(/^\d+ (?:s|min)$/);
    // A folder, settings and any other file each have a sign of their own.
    const signOf = (name: string) => page.locator(`[data-file="${name}"] > .icon`).innerHTML();
    expect(new Set([await signOf('sub'), await signOf('deploy.yml'), await signOf('binary')]).size).toBe(3);
    await row.click({ position: { x: 400, y: 18 } });
    await page.waitForURL(/&open=deploy\.yml$/);
    const field = page.getByRole('textbox', { name: 'Contenu de deploy.yml' });
    await expect.poll(() => codeIn(field)).toBe('port: 1 # here\nname: "x"\n');
    const dialog = page.getByRole('dialog', { name: 'deploy.yml', exact: true });
    const colourOf = (part: string) =>
      field
        .locator('span', { hasText: part })
        .first()
        .evaluate((span) => getComputedStyle(span).color);
    await field.locator('span', { hasText: '# here' }).first().waitFor();
    expect(await colourOf('# here')).not.toBe(await colourOf('"x"'));
    await checkBothThemes();
    await fillCode(field, 'port: 2\n');
    await dialog.getByRole('button', { name: 'Voir les changements' }).click();
    const lines = dialog.locator('.diff > div');
    const sign = (of: string) => lines.filter({ hasText: of }).evaluate((line) => getComputedStyle(line).color);
    const plain = await dialog.locator('.diff').evaluate((box) => getComputedStyle(box).color);
    expect(new Set([await sign('+port: 2'), await sign('-port: 1'), plain]).size).toBe(3);
    await checkBothThemes();
    await dialog.getByRole('button', { name: 'Continuer à modifier' }).click();
    await dialog.getByRole('button', { name: 'Fermer', exact: true }).click();
    await page.getByText('Ce que vous y avez changé sera perdu.').waitFor();
    await page.getByRole('button', { name: 'Annuler' }).click();
    expect(await codeIn(field)).toBe('port: 2\n');
    await dialog.getByRole('button', { name: 'Fermer', exact: true }).click();
    await page.getByRole('button', { name: 'Fermer sans enregistrer' }).click();
    await field.waitFor({ state: 'detached' });
    expect(readFileSync(join(folder, 'deploy.yml'), 'utf8')).toContain('port: 1');
    // The address alone opens it, and Back closes it.
    await row.click({ position: { x: 400, y: 18 } });
    await field.waitFor();
    await page.goBack();
    await field.waitFor({ state: 'detached' });
    await row.waitFor();
  });

  it('says of a file that cannot be shown whether it is too large or no text', async () => {
    writeFileSync(join(folder, 'large.log'), 'x'.repeat(2 * 1024 * 1024 + 1));
    writeFileSync(join(folder, 'picture.png'), Buffer.from('89504e470d0a1a0a00ff', 'hex'));
    const { page, signIn } = await visit();
    await signIn();
    const open = (name: string) =>
      page.goto(`/machines/local/files?path=${encodeURIComponent(folder)}&open=${encodeURIComponent(name)}`);
    await open('large.log');
    await page.getByText(/^Plus de 2,1\sMo/).waitFor();
    await open('picture.png');
    await page.getByText('Ce fichier n’est pas du texte').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Télécharger' }).waitFor();
  });

  it('has lines that a thumb hits, and takes only whole paths', async () => {
    const { page, signIn, checkBothThemes } = await visit({ viewport: { width: 390, height: 844 } });
    await signIn();
    await page.goto(`/machines/local/files?path=${encodeURIComponent(folder)}`);
    const row = page.locator('[data-file=conf]');
    await row.waitFor();
    expect((await row.boundingBox())!.height).toBe(44);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await checkBothThemes();
    await page.locator('input[name=path]').fill('etc');
    await page.getByRole('button', { name: 'Aller', exact: true }).click();
    await page.getByText('Un chemin complet, qui commence par /.').waitFor();
    const { width, height } = (await row.boundingBox())!;
    await row.click({ position: { x: width / 2, y: height / 2 } });
    await page.getByRole('textbox', { name: 'Contenu de conf' }).waitFor();
  });

  it('takes what is dropped, and asks before it replaces', async () => {
    const { page, signIn, expectRefusal } = await visit();
    expectRefusal(409);
    await signIn();
    await page.goto(`/machines/local/files?path=${encodeURIComponent(folder)}`);
    await page.getByRole('link', { name: 'Ouvrir conf' }).waitFor();
    const drop = async (name: string, text: string) => {
      const data = await page.evaluateHandle(
        ([called, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content!], called!));
          return transfer;
        },
        [name, text],
      );
      await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: data });
    };
    await drop('dropped.txt', 'dropped');
    await page.getByText('dropped.txt est envoyé.').waitFor();
    expect(readFileSync(join(folder, 'dropped.txt'), 'utf8')).toBe('dropped');
    await page.getByRole('link', { name: 'Ouvrir dropped.txt' }).waitFor();
    await drop('dropped.txt', 'again');
    await page.getByText('dropped.txt existe déjà ici.').waitFor();
    expect(readFileSync(join(folder, 'dropped.txt'), 'utf8')).toBe('dropped');
    await page.getByRole('button', { name: 'Remplacer' }).click();
    await expect.poll(() => readFileSync(join(folder, 'dropped.txt'), 'utf8')).toBe('again');
    expect(existsSync(join(folder, 'sub'))).toBe(true);
  });
});
