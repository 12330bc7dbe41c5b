/** Every page of the application, each opened until it shows what it is for. */
import type { Page } from 'playwright-core';

export interface OpenPage {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
}

const at = (name: string, path: string, shows: string): OpenPage => ({
  name,
  open: async (page) => {
    await page.goto(path);
    await page.getByText(shows).first().waitFor();
  },
});

export const PAGES: readonly OpenPage[] = [
  at('home', '/', 'étapes'),
  {
    name: 'run',
    open: async (page) => {
      await page.goto('/run?machine=local');
      await page.getByRole('combobox', { name: 'Commande' }).fill('ls -l /usr');
      await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
      await page.getByText('Ce que reçoit l’assistant').waitFor();
    },
  },
  at('executions', '/executions', 'Journal intact'),
  {
    name: 'execution',
    open: async (page) => {
      await page.goto('/executions');
      await page.locator('.history a').first().click();
      await page.getByRole('region', { name: 'stdout' }).waitFor();
    },
  },
  at('machines', '/machines', 'en ligne'),
  at('secrets', '/secrets', 'DB_PASSWORD'),
  at('aliases', '/aliases', 'uname --kernel-name'),
  at('savings', '/savings', 'Jetons économisés (sorties)'),
  at('projects', '/projects', 'Refonte du site'),
  {
    name: 'project',
    open: async (page) => {
      await page.goto('/projects');
      await page.getByRole('link', { name: 'Refonte du site' }).click();
      await page.getByText('Migrer la base').waitFor();
    },
  },
  at('journal', '/journal', 'Maquettes montrées'),
  at('ai-access', '/settings/ai-access', 'aujourd’hui'),
  at('appearance', '/settings/appearance', 'Gardé dans ce navigateur'),
  at('account', '/settings/account', 'Quota du jour'),
  at('administration', '/administration', 'Base de données joignable'),
];
