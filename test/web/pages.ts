/** Every page of the application, each opened until it shows its content. */
import type { Page } from 'playwright-core';
import { chooseAction, chooseFrom } from './machine-panel.ts';

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
  at('many', '/many', 'Exécuter'),
  at('jobs', '/jobs', 'Aucune tâche'),
  at('executions', '/executions', 'Piste d’audit intacte'),
  {
    name: 'execution',
    open: async (page) => {
      const answer = await page.request.get('/synapse/executions?limit=1&success=true');
      const { entries } = (await answer.json()) as { entries: { execution_id: string }[] };
      await page.goto(`/executions/${entries[0]?.execution_id}`);
      await page.getByRole('region', { name: 'Sortie brute' }).waitFor();
    },
  },
  {
    name: 'execution-details',
    open: async (page) => {
      const answer = await page.request.get('/synapse/executions?limit=1&success=true');
      const { entries } = (await answer.json()) as { entries: { execution_id: string }[] };
      await page.goto(`/executions/${entries[0]?.execution_id}?tab=details`);
      await page.getByText('Empreinte').waitFor();
    },
  },
  {
    name: 'calendar',
    open: async (page) => {
      await page.goto('/executions');
      await page.getByRole('button', { name: /^Période/ }).click();
      await page.getByRole('button', { name: 'Mois précédent' }).waitFor();
    },
  },
  {
    name: 'execution-beside',
    open: async (page) => {
      await page.goto('/executions');
      await page.locator('.history a').first().click();
      // Beside the list where there is room, otherwise on its own page.
      await page.getByRole('region', { name: /Sortie brute|Ce que reçoit/ }).waitFor();
    },
  },
  at('approvals', '/approvals', 'attend votre réponse'),
  {
    name: 'freeze',
    open: async (page) => {
      await page.goto('/approvals');
      await page.getByRole('button', { name: 'Geler', exact: true }).click();
      await page.getByRole('button', { name: 'Geler maintenant' }).waitFor();
    },
  },
  at('machines', '/machines', 'en ligne'),
  {
    name: 'machine',
    open: async (page) => {
      await page.goto('/machines?open=web-1');
      await page.getByRole('complementary', { name: 'web-1' }).getByText('/srv/app').waitFor();
    },
  },
  {
    name: 'machine-form',
    open: async (page) => {
      await page.goto('/machines');
      await chooseAction(page, 'web-1', 'Modifier web-1');
      await page.getByRole('dialog').locator('input[name=host]').waitFor();
    },
  },
  at('files', '/machines/local/files?path=/etc', 'hostname'),
  {
    name: 'file',
    open: async (page) => {
      await page.goto('/machines/local/files?path=/etc&open=hostname');
      await page.getByRole('textbox', { name: 'Contenu de hostname' }).waitFor();
    },
  },
  at('found-lines', '/executions?outputs=true&q=1', 'Deux lettres'),
  at('secrets', '/secrets', 'DB_PASSWORD'),
  {
    name: 'secret',
    open: async (page) => {
      await page.goto('/secrets?open=DB_PASSWORD');
      await page.getByRole('complementary', { name: 'DB_PASSWORD' }).getByText('web-1').first().waitFor();
    },
  },
  {
    name: 'secret-form',
    open: async (page) => {
      await page.goto('/secrets');
      await chooseFrom(page.locator('[data-secret=DB_PASSWORD]'), 'Modifier DB_PASSWORD');
      await page.getByRole('dialog').locator('input[name=folder]').waitFor();
    },
  },
  {
    name: 'secret-import',
    open: async (page) => {
      await page.goto('/secrets');
      await page.getByRole('button', { name: 'Importer un .env' }).click();
      await page.getByLabel('Contenu du fichier').fill('DB_PASSWORD=x\nNEW_ONE=y\n');
      await page.getByRole('dialog').getByText('existe déjà').waitFor();
    },
  },
  at('aliases', '/aliases', 'uname --kernel-name'),
  at('savings', '/savings', 'Commandes en tête'),
  at('projects', '/projects', 'Refonte du site'),
  {
    name: 'project',
    open: async (page) => {
      await page.goto('/projects');
      await page.getByRole('link', { name: 'Refonte du site' }).click();
      await page.getByText('Migrer la base').waitFor();
    },
  },
  {
    name: 'knowledge',
    open: async (page) => {
      await page.goto('/projects');
      await page.getByRole('link', { name: 'Refonte du site' }).click();
      await page.getByRole('tab', { name: 'Connaissances' }).click();
      await page.getByText('Sauvegardes').waitFor();
    },
  },
  {
    name: 'palette',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Rechercher ou exécuter…' }).click();
      await page.getByRole('option', { name: 'Ajouter une machine' }).waitFor();
    },
  },
  at('journal', '/journal', 'Maquettes montrées'),
  at('ai-access', '/settings/ai-access', 'aujourd’hui'),
  {
    name: 'policy',
    open: async (page) => {
      await page.goto('/settings/policy');
      await page.getByRole('textbox', { name: 'Texte de la politique' }).waitFor();
    },
  },
  at('notifications', '/settings/notifications', 'Slack ou compatible'),
  at('appearance', '/settings/appearance', 'gardées que dans ce navigateur'),
  at('account', '/settings/account', 'Quota du jour'),
  at('security', '/settings/security', 'mot de passe · ouverte'),
  at('administration', '/administration', 'La base de données répond'),
  at('device', '/device', 'Saisissez le code'),
  at('crew-board', '/crews/ops', 'rien en cours'),
  at('crew-members', '/crews/ops/crew/members', 'Invitations en attente'),
  at('crew-requests', '/crews/ops/crew/requests', 'astreinte'),
  at('crew-access', '/crews/ops/crew/access', 'Garder'),
  at('crew-general', '/crews/ops/crew/general', 'Renommer'),
  at('crew-new', '/crews/new', 'Créer l’équipage'),
  at('crew-join', '/crews/join', 'Code ou lien d’invitation'),
  {
    name: 'switcher',
    open: async (page) => {
      await page.goto('/crews/ops');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const menu = page.getByRole('button', { name: 'Menu principal' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: /^Espace de travail/ }).click();
      await page.getByRole('menuitem', { name: 'Nouvel équipage' }).waitFor();
    },
  },
];

/** The same pages, for readers of English. */
export const ENGLISH_PAGES: readonly OpenPage[] = [
  at('home', '/', 'steps'),
  at('run', '/run?machine=local', 'Ctrl+Enter'),
  at('many', '/many', 'Run'),
  at('jobs', '/jobs', 'No job'),
  at('executions', '/executions', 'Audit log intact'),
  at('approvals', '/approvals', 'for your answer'),
  at('machines', '/machines', 'online'),
  at('files', '/machines/local/files?path=/etc', 'hostname'),
  at('secrets', '/secrets', 'DB_PASSWORD'),
  at('aliases', '/aliases', 'uname --kernel-name'),
  at('savings', '/savings', 'Top commands'),
  at('projects', '/projects', 'Refonte du site'),
  at('journal', '/journal', 'Maquettes'),
  at('ai-access', '/settings/ai-access', 'today'),
  {
    name: 'policy',
    open: async (page) => {
      await page.goto('/settings/policy');
      await page.getByRole('textbox', { name: 'Text of the policy' }).waitFor();
    },
  },
  at('found-lines', '/executions?outputs=true&q=39', 'searched'),
  at('notifications', '/settings/notifications', 'Slack or compatible'),
  at('account', '/settings/account', 'AI calls today'),
  at('security', '/settings/security', 'password · opened'),
  at('administration', '/administration', 'The database answers'),
  at('device', '/device', 'Type the code'),
  at('crew-board', '/crews/ops', 'nothing running'),
  at('crew-members', '/crews/ops/crew/members', 'Open invitations'),
  at('crew-requests', '/crews/ops/crew/requests', 'astreinte'),
  at('crew-access', '/crews/ops/crew/access', 'Keep'),
];
