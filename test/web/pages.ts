/**
 * Every page of the application in the states that people meet it in, each opened until it shows its content. What is
 * waited for comes from the catalogue, so that readers of both languages take the same tour.
 */
import type { Locator, Page } from 'playwright-core';
import type { Catalogue } from '../../packages/web/src/i18n/catalogue.ts';
import { authorizePath, newClient, newPkce } from '../oauth/oauth-client.ts';
import { chooseFrom } from './machine-panel.ts';

export interface OpenPage {
  readonly name: string;
  readonly open: (page: Page, text: Catalogue) => Promise<void>;
}

type Words = (text: Catalogue) => string;
type Step = (page: Page, text: Catalogue) => Promise<unknown>;

/** A page of its own, also where only what is behind the # differs from the one before. */
async function go(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (path.includes('#')) await page.reload();
}

/** Until it shows these words. */
const at = (name: string, path: string, shows: Words): OpenPage => ({
  name,
  open: async (page, text) => {
    await go(page, path);
    await page.getByText(shows(text)).first().waitFor();
  },
});

/** Then something more, until what that opens is there. */
const then = (name: string, path: string, step: Step): OpenPage => ({
  name,
  open: async (page, text) => {
    await go(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await step(page, text);
  },
});

const press = (scope: Page | Locator, name: string): Promise<void> =>
  scope.getByRole('button', { name, exact: true }).first().click();
const dialogIn = (page: Page): Locator => page.getByRole('dialog');
const moreOf = (line: Locator): Locator => line.getByRole('button', { name: /^Actions/ });
const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name });

/** A form that is sent as it is, and says what it lacks. */
async function sendEmpty(page: Page, submit: string): Promise<void> {
  await press(dialogIn(page), submit);
  await dialogIn(page).locator('.field-problem').first().waitFor();
}

async function runInConsole(page: Page, { run }: Catalogue, command: string, status: string): Promise<void> {
  await page.getByRole('combobox', { name: run.command }).fill(command);
  await press(page, run.submit);
  await page.locator(`.status-line [data-status=${status}]`).waitFor();
}

/** The newest execution whose command begins so. */
async function executionOf(page: Page, command: string): Promise<string> {
  const answer = await page.request.get(`/synapse/executions?limit=20&q=${encodeURIComponent(command)}`);
  const { entries } = (await answer.json()) as { entries: { execution_id: string; command_template: string }[] };
  const found = entries.find(({ command_template }) => command_template.startsWith(command));
  if (found === undefined) throw new Error(`nobody has run ${command}`);
  return found.execution_id;
}

const execution = (name: string, command: string, query: string, shows: Step): OpenPage => ({
  name,
  open: async (page, text) => {
    await page.goto(`/executions/${await executionOf(page, command)}${query}`);
    await shows(page, text);
  },
});

const projectTab = (name: string, tab: string, shows: Step): OpenPage => ({
  name,
  open: async (page, text) => {
    await page.goto('/projects');
    await page.getByRole('link', { name: 'Refonte du site' }).click();
    await page.waitForURL(/\/projects\/\d+/);
    if (tab !== '') await page.goto(`${page.url()}?tab=${tab}`);
    await shows(page, text);
  },
});

/** Whether it is marked: on a phone there is no room for boxes. */
async function markSecret(page: Page, { secrets }: Catalogue): Promise<boolean> {
  await page.locator('[data-secret=DB_PASSWORD]').waitFor();
  const box = page.getByRole('checkbox', { name: secrets.mark('DB_PASSWORD') });
  if (!(await box.isVisible())) return false;
  await box.check();
  await page.getByText(secrets.marked(1)).waitFor();
  return true;
}

const output: Step = (page, { run }) =>
  page
    .getByRole('region', { name: run.raw })
    .or(page.getByRole('region', { name: run.compacted }))
    .first()
    .waitFor();

/** Of the administrator, whose workspace has something of everything. */
export const PAGES: readonly OpenPage[] = [
  then('home', '/', async (page, { home }) => {
    await page.getByRole('list', { name: home.latest }).getByRole('listitem').first().waitFor();
    await page.getByRole('region', { name: home.clients }).locator('.board-line').first().waitFor();
  }),
  then('home-menu', '/', async (page, { home, executions }) => {
    const rows = page.getByRole('list', { name: home.latest }).getByRole('listitem');
    await moreOf(rows.first()).click();
    await item(page, executions.copyLink).waitFor();
  }),
  then('run', '/run?machine=local', (page, text) => runInConsole(page, text, 'ls -l /usr', 'done')),
  then('run-failed', '/run?machine=local', (page, text) =>
    runInConsole(page, text, 'echo begun; cat /no/such/folder/with-a-long-name.conf', 'done'),
  ),
  then('run-completion', '/run?machine=local', async (page, { run }) => {
    await page.getByRole('combobox', { name: run.command }).fill('psql "{{DB');
    await page.getByRole('option', { name: '{{DB_PASSWORD}}' }).waitFor();
  }),
  then('run-production', '/run?machine=shop-web-paris-1', async (page, { run }) => {
    await page.getByRole('combobox', { name: run.command }).fill('uptime');
    await press(page, run.submit);
    await dialogIn(page).getByText(run.productionQuestion('shop-web-paris-1')).waitFor();
  }),
  at('many', '/many', ({ many }) => many.none),
  then('many-options', '/many', async (page, { many }) => {
    await press(page, many.options);
    await page.locator('input[name=parallel]').waitFor();
  }),
  then('many-answers', '/many', async (page, { many, run }) => {
    const machines = page.getByRole('combobox', { name: many.machines });
    for (const name of ['local', 'shop-web-paris-1']) {
      await machines.fill(name);
      await machines.press('Enter');
    }
    await page.getByRole('combobox', { name: run.command }).fill('echo same; test -e /etc/hostname');
    await press(page, run.submit);
    await page.locator('section[aria-label*=local]').waitFor();
  }),
  at('jobs', '/jobs', ({ jobs }) => jobs.finished),
  then('job-beside', '/jobs', async (page, text) => {
    await page.locator('[data-job] a').last().click();
    await output(page, text);
  }),
  at('executions', '/executions', ({ executions }) => executions.intact),
  at('executions-none-left', '/executions?q=nothing-of-the-kind', ({ executions }) => executions.noneLeft),
  then('executions-by-session', '/executions?story=true', (page) => page.locator('.sitting').first().waitFor()),
  then('export-menu', '/executions', async (page, { executions }) => {
    await press(page, executions.export);
    await item(page, executions.formats.csv).waitFor();
  }),
  then('calendar', '/executions', async (page, { executions }) => {
    await page.getByRole('button', { name: new RegExp(`^${executions.period}`) }).click();
    await page.getByRole('button', { name: executions.calendar.previousMonth }).waitFor();
  }),
  then('execution-beside', '/executions?q=seq', async (page, text) => {
    await page.locator('.history a', { hasText: 'seq 1 400' }).first().click();
    await output(page, text);
  }),
  then('failure-beside', '/executions?q=%2Fno%2Fsuch%2Ffile', async (page) => {
    // By its key: rows move while the list is narrowed.
    await page.locator('.history a', { hasText: 'cat /no/such/file' }).first().press('Enter');
    await page.getByText('No such file or directory').first().waitFor();
  }),
  execution('execution', 'ls -la /etc', '', output),
  execution('execution-failed', 'psql', '', (page) => page.getByRole('region', { name: 'stderr' }).waitFor()),
  execution('execution-explained', 'psql', '', async (page, { executions }) => {
    await press(page, executions.explain);
    await dialogIn(page).getByText(executions.exitCode).waitFor();
  }),
  execution('execution-refused', 'shred', '', (page) => page.getByRole('alert').first().waitFor()),
  execution('execution-waiting', 'systemctl restart', '', (page, { approvals }) =>
    page.getByText(approvals.waits).waitFor(),
  ),
  execution('execution-details', 'ls -la /etc', '?tab=details', (page, { executions }) =>
    page.getByText(executions.hash).waitFor(),
  ),
  execution('execution-session', 'ls -la /etc', '?tab=session', (page, { executions }) =>
    page.getByRole('tab', { name: executions.tabs.session, selected: true }).waitFor(),
  ),
  then('found-lines', '/executions?outputs=true&q=39', (page) => page.locator('.found-line').first().waitFor()),
  at('approvals', '/approvals', ({ approvals }) => approvals.approve.once),
  then('approval-more', '/approvals', async (page, { approvals }) => {
    const card = page.locator('[data-approval][data-status=pending]').first();
    await card.getByRole('button', { name: approvals.more }).click();
    await card.getByRole('textbox', { name: approvals.comment }).waitFor();
  }),
  {
    name: 'approval',
    open: async (page, { approvals }) => {
      const answer = await page.request.get('/synapse/approvals?status=denied');
      const { approvals: denied } = (await answer.json()) as { approvals: { id: string }[] };
      await page.goto(`/approvals/${denied[0]?.id}`);
      await page.getByText(approvals.decidedBy.denied('admin')).first().waitFor();
    },
  },
  then('freeze', '/jobs', async (page, { freeze }) => {
    await press(page, freeze.button);
    await page.getByRole('button', { name: freeze.submit }).waitFor();
  }),
  at('machines', '/machines', ({ machines }) => machines.presences.online),
  then('machine', '/machines?open=web-1', (page) =>
    page.getByRole('complementary', { name: 'web-1' }).getByText('/srv/app').waitFor(),
  ),
  then('machine-menu', '/machines', async (page, { machines }) => {
    await moreOf(page.locator('[data-machine=web-1]')).click();
    await item(page, machines.editOf('web-1')).waitFor();
  }),
  then('machine-form', '/machines', async (page, { machines }) => {
    await chooseFrom(page.locator('[data-machine=web-1]'), machines.editOf('web-1'));
    await dialogIn(page).locator('input[name=host]').waitFor();
  }),
  then('machine-delete', '/machines', async (page, { machines }) => {
    await chooseFrom(page.locator('[data-machine=web-1]'), machines.deleteOf('web-1'));
    await dialogIn(page).getByText(machines.deleteConsequence).waitFor();
  }),
  then('machine-move', '/machines', async (page, { crews }) => {
    await chooseFrom(page.locator('[data-machine=web-1]'), crews.moveOf('web-1'));
    await dialogIn(page).getByText(crews.moveWhy).waitFor();
  }),
  then('machine-new', '/machines#new', (page) => dialogIn(page).locator('input[name=address]').waitFor()),
  then('machine-new-wrong', '/machines#new', (page, { machines }) => sendEmpty(page, machines.add)),
  then('machine-new-more', '/machines#new', async (page, { machines }) => {
    await dialogIn(page).getByText(machines.more).click();
    await dialogIn(page).locator('input[name=label]').waitFor();
  }),
  then('machine-new-docker', '/machines#new', async (page, { machines }) => {
    await dialogIn(page).getByText(machines.kinds.docker, { exact: true }).click();
    await dialogIn(page).locator('input[name=socket]').waitFor();
  }),
  then('machine-import', '/machines', async (page, { machines }) => {
    await press(page, machines.import);
    const lines = ['Host inner', '  HostName 10.0.0.2', '  User deploy', 'Host odd', '  ProxyCommand nc %h %p'];
    await dialogIn(page).getByLabel(machines.configText, { exact: true }).fill(lines.join('\n'));
    await dialogIn(page).getByText(machines.importRemarks.proxy_command).waitFor();
  }),
  at('files', '/machines/local/files?path=/etc', () => 'hostname'),
  then('file', '/machines/local/files?path=/etc&open=hostname', (page, { files }) =>
    page.getByRole('textbox', { name: files.content('hostname') }).waitFor(),
  ),
  at('secrets', '/secrets', () => 'DB_PASSWORD'),
  at('secrets-none-left', '/secrets?q=nothing-of-the-kind', ({ secrets }) => secrets.noneLeft),
  then('secrets-marked', '/secrets', markSecret),
  then('secrets-move', '/secrets', async (page, text) => {
    if (!(await markSecret(page, text))) return;
    await press(page, text.secrets.move);
    await dialogIn(page).getByText(text.secrets.moveHint).waitFor();
  }),
  then('secret', '/secrets?open=DB_PASSWORD', (page) =>
    page.getByRole('complementary', { name: 'DB_PASSWORD' }).getByText('web-1').first().waitFor(),
  ),
  then('secret-form', '/secrets', async (page, { secrets }) => {
    await chooseFrom(page.locator('[data-secret=DB_PASSWORD]'), secrets.editOf('DB_PASSWORD'));
    await dialogIn(page).locator('input[name=folder]').waitFor();
  }),
  then('secret-delete', '/secrets', async (page, { secrets }) => {
    await chooseFrom(page.locator('[data-secret=DB_PASSWORD]'), secrets.deleteOf('DB_PASSWORD'));
    await dialogIn(page).getByText(secrets.deleteQuestion('DB_PASSWORD')).waitFor();
  }),
  then('secret-new-wrong', '/secrets#new', (page, { ui }) => sendEmpty(page, ui.save)),
  then('secret-generate', '/secrets#new', async (page, { secrets }) => {
    await press(dialogIn(page), secrets.generate);
    await page.getByLabel(secrets.generateLength).waitFor();
  }),
  then('secret-day', '/secrets#new', async (page, { secrets, executions }) => {
    await press(dialogIn(page), secrets.expires);
    await page.getByRole('button', { name: executions.calendar.nextMonth }).waitFor();
  }),
  then('secret-import', '/secrets', async (page, { secrets }) => {
    await press(page, secrets.import);
    await page.getByLabel(secrets.importText).fill('DB_PASSWORD=x\nNEW_ONE=y\nnot a line\n');
    await dialogIn(page).getByText(secrets.importThere).waitFor();
  }),
  at('aliases', '/aliases', () => 'uname --kernel-name'),
  then('alias-menu', '/aliases', async (page, { aliases }) => {
    await moreOf(page.locator('[data-alias=dbp]')).click();
    await item(page, aliases.deleteOf('dbp')).waitFor();
  }),
  then('alias-new-wrong', '/aliases#new', (page, { aliases }) => sendEmpty(page, aliases.add)),
  at('savings', '/savings', ({ savings }) => savings.topCommands),
  then('savings-figures', '/savings', async (page, { savings }) => {
    await press(page, savings.showTable);
    await page.getByRole('columnheader', { name: savings.readTokens }).waitFor();
  }),
  at('projects', '/projects', () => 'Refonte du site'),
  then('project-new-wrong', '/projects#new', (page, { projects }) => sendEmpty(page, projects.create)),
  projectTab('project', '', (page) => page.getByText('Migrer la base').waitFor()),
  projectTab('project-step', '', async (page, { ui }) => {
    await page.getByRole('button', { name: ui.actionsOf('Migrer la base') }).click();
    await page.getByRole('menuitem').first().waitFor();
  }),
  projectTab('project-delete', '', async (page, { projects }) => {
    await page.getByRole('button', { name: projects.deleteOf('Refonte du site') }).click();
    await dialogIn(page).getByText(projects.deleteConsequence).waitFor();
  }),
  projectTab('facets', 'facets', (page, { projects }) => page.getByText(projects.about.facets).waitFor()),
  projectTab('knowledge', 'knowledge', (page) => page.getByText('Sauvegardes').waitFor()),
  projectTab('knowledge-form', 'knowledge', async (page) => {
    await page.getByRole('button', { name: 'Sauvegardes', exact: true }).click();
    await dialogIn(page).locator('textarea[name=content]').waitFor();
  }),
  projectTab('ideas', 'ideas', (page) => page.getByText('Mode hors ligne').waitFor()),
  projectTab('packs', 'packs', (page) => page.getByText('Basics').waitFor()),
  projectTab('services', 'services', (page) => page.getByText('Shop').first().waitFor()),
  at('journal', '/journal', () => 'Maquettes montrées'),
  at('journal-none', '/journal?q=nothing-of-the-kind', ({ journal }) => journal.notFound),
  {
    name: 'panel',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Report of the day' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Report of the day' }).waitFor();
    },
  },
  then('palette', '/', async (page, { machines }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: machines.add }).waitFor();
  }),
  then('palette-found', '/', async (page, { shell }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: shell.palette }).fill('base');
    await page.getByRole('option', { name: 'Migrer la base' }).waitFor();
  }),
  then('shortcuts', '/jobs', async (page, { shell }) => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: shell.shortcuts.title }).waitFor();
  }),
  then('view-menu', '/jobs', async (page, { shell }) => {
    await page.getByRole('button', { name: shell.view, exact: true }).click();
    await page.getByRole('menuitemradio', { name: shell.schemes.dark }).waitFor();
  }),
  then('side-menu', '/jobs', async (page, { shell }) => {
    const menu = page.getByRole('button', { name: shell.menu });
    if (await menu.isVisible()) await menu.click();
    await page.locator('.user-button').click();
    await item(page, shell.signOut).waitFor();
  }),
  at('ai-access', '/settings/ai-access', ({ access }) => access.clients),
  then('token-replace', '/settings/ai-access', async (page, { access }) => {
    await press(page, access.generate);
    await dialogIn(page).waitFor();
  }),
  then('policy', '/settings/policy', (page, { policy }) => page.getByRole('textbox', { name: policy.text }).waitFor()),
  at('notifications', '/settings/notifications', ({ channels }) => channels.kinds.slack),
  at('appearance', '/settings/appearance', ({ settings }) => settings.appearanceWhy),
  at('account', '/settings/account', ({ settings }) => settings.quota),
  then('account-wrong', '/settings/account', async (page, { settings }) => {
    await press(page, settings.changePassword);
    await page.locator('.field-problem').first().waitFor();
  }),
  at('security', '/settings/security', ({ security }) => security.thisOne),
  at('settings-unknown', '/settings/nothing-of-the-kind', ({ shell }) => shell.noSuchPage),
  at('administration', '/administration', ({ admin }) => admin.reasons.none),
  then('user-new-wrong', '/administration', async (page, { admin }) => {
    await press(page, admin.newUser);
    await sendEmpty(page, admin.create);
  }),
  then('user-menu', '/administration', async (page, { admin }) => {
    await moreOf(page.locator('[data-user=camille]')).click();
    await item(page, admin.deleteOf('camille')).waitFor();
  }),
  then('user-reset', '/administration', async (page, { admin }) => {
    await chooseFrom(page.locator('[data-user=camille]'), admin.resetOf('camille'));
    await dialogIn(page).getByText(admin.resetConsequence).waitFor();
  }),
  then('every-account', '/executions?all=true', (page) => page.locator('.history-row').first().waitFor()),
  at('device', '/device', ({ device }) => device.why),
  then('device-code', '/device', async (page, { device }) => {
    const answer = await page.request.post('/auth/requests', { data: {} });
    const { user_code } = (await answer.json()) as { user_code: string };
    await page.getByRole('textbox', { name: device.code }).fill(user_code);
    await press(page, device.next);
    await page.getByTestId('asking-program').waitFor();
  }),
  {
    name: 'consent',
    open: async (page, { consent }) => {
      await page.goto('/');
      const { origin } = new URL(page.url());
      const clientId = await newClient(origin, { client_name: 'Écran de poche' });
      await page.goto(authorizePath(origin, { clientId, pkce: newPkce() }));
      await page.getByRole('button', { name: consent.allow }).waitFor();
    },
  },
  at('not-found', '/nothing/of/the/kind', ({ shell }) => shell.noSuchPage),

  then('crew-board', '/crews/ops', (page) => page.locator('[data-aboard=camille][data-runs]').waitFor()),
  at('crew-empty', '/crews/studio', ({ crews }) => crews.start),
  at('crew-empty-machines', '/crews/studio/machines', ({ machines }) => machines.none),
  at('crew-empty-members', '/crews/studio/crew/members', ({ crews }) => crews.noInvitations),
  at('crew-empty-approvals', '/crews/studio/approvals', ({ approvals }) => approvals.none),
  then('crew-empty-general', '/crews/studio/crew/general', (page, { crews }) =>
    page.getByRole('button', { name: crews.delete }).waitFor(),
  ),
  at('crew-approvals', '/crews/ops/approvals', ({ approvals }) => approvals.by),
  at('crew-members', '/crews/ops/crew/members', ({ crews }) => crews.invitations),
  then('crew-member-menu', '/crews/ops/crew/members', async (page, { crews }) => {
    await moreOf(page.locator('[data-member=lea]')).click();
    await item(page, crews.remove).waitFor();
  }),
  then('crew-role', '/crews/ops/crew/members', async (page, { crews }) => {
    await chooseFrom(page.locator('[data-member=lea]'), crews.changeRole);
    await dialogIn(page).getByText(crews.roleWhy.keeper).waitFor();
  }),
  then('crew-invite', '/crews/ops/crew/members', async (page, { crews }) => {
    await press(page, crews.invite);
    await dialogIn(page).getByText(crews.roleWhy.operator).waitFor();
  }),
  at('crew-requests', '/crews/ops/crew/requests', () => 'astreinte'),
  at('crew-access', '/crews/ops/crew/access', ({ crews }) => crews.keep),
  at('crew-general', '/crews/ops/crew/general', ({ crews }) => crews.rename),
  then('crew-delete', '/crews/ops/crew/general', async (page, { crews }) => {
    await press(page, crews.delete);
    await dialogIn(page).getByText(crews.deleteConfirm('ops')).waitFor();
  }),
  at('crew-machines', '/crews/ops/machines', () => 'web1'),
  then('crew-executions', '/crews/ops/executions', (page) => page.locator('.history-row').first().waitFor()),
  at('crew-secrets', '/crews/ops/secrets', () => 'OPS_KEY'),
  at('crew-policy', '/crews/ops/settings/policy', ({ policy }) => policy.presets),
  at('crew-new', '/crews/new', ({ crews }) => crews.createDo),
  at('crew-join', '/crews/join', ({ crews }) => crews.joinCode),
  then('switcher', '/crews/ops', async (page, { shell, crews }) => {
    const menu = page.getByRole('button', { name: shell.menu });
    if (await menu.isVisible()) await menu.click();
    await page.locator('.switcher').click();
    await item(page, crews.create).waitFor();
  }),
];

/** Of somebody who has just been given an account, and is no administrator. */
export const NEWCOMER_PAGES: readonly OpenPage[] = [
  then('new-home', '/', (page, { home }) => page.getByRole('region', { name: home.guide }).waitFor()),
  at('new-run', '/run', ({ run }) => run.noMachine),
  at('new-many', '/many', ({ run }) => run.noMachine),
  at('new-jobs', '/jobs', ({ jobs }) => jobs.none),
  at('new-executions', '/executions', ({ executions }) => executions.none),
  at('new-approvals', '/approvals', ({ approvals }) => approvals.none),
  at('new-machines', '/machines', ({ machines }) => machines.none),
  at('new-secrets', '/secrets', ({ secrets }) => secrets.none),
  at('new-aliases', '/aliases', ({ aliases }) => aliases.none),
  at('new-savings', '/savings', ({ savings }) => savings.noCommand),
  at('new-projects', '/projects', ({ projects }) => projects.none),
  at('new-journal', '/journal', ({ journal }) => journal.noProject),
  at('new-ai-access', '/settings/ai-access', ({ access }) => access.generate),
  at('new-policy', '/settings/policy', ({ policy }) => policy.none),
  at('new-administration', '/administration', ({ admin }) => admin.forAdmins),
  at('new-join', `/crews/join?code=${'x'.repeat(43)}`, ({ crews }) => crews.joinWhy('newcomer')),
  // Last, because from then on the newcomer has a token; whoever comes second replaces it.
  then('new-token', '/settings/ai-access', async (page, { access }) => {
    const shown = page.getByTestId('new-token');
    await press(page, access.generate);
    await shown.or(dialogIn(page)).first().waitFor();
    if (await dialogIn(page).isVisible()) await press(dialogIn(page), access.generate);
    await shown.waitFor();
  }),
];

/** Of a member of the crew `ops` who watches, and has asked for more. */
export const MEMBER_PAGES: readonly OpenPage[] = [
  // First, because it takes a fresh sign-in.
  then('member-app', '/settings/security', async (page, { security }) => {
    await press(page, security.addApp);
    await dialogIn(page).getByText(security.scan).waitFor();
  }),
  then('member-home', '/', (page, { home }) => page.getByRole('region', { name: home.guide }).waitFor()),
  at('member-own-run', '/run', ({ ui }) => ui.needsPlan),
  at('member-own-machines', '/machines', ({ ui }) => ui.needsPlan),
  at('member-own-secrets', '/secrets', ({ secrets }) => secrets.none),
  at('member-own-ai-access', '/settings/ai-access', ({ access }) => access.generate),
  then('member-board', '/crews/ops', (page) => page.locator('[data-aboard=camille][data-runs]').waitFor()),
  at('member-run', '/crews/ops/run', ({ run }) => run.look),
  at('member-machines', '/crews/ops/machines', () => 'web1'),
  at('member-approvals', '/crews/ops/approvals', ({ approvals }) => approvals.recent),
  at('member-members', '/crews/ops/crew/members', ({ crews }) => crews.membersWhy),
  at('member-requests', '/crews/ops/crew/requests', () => 'astreinte'),
  then('member-ask', '/crews/ops/crew/requests', async (page, { crews }) => {
    await press(page, crews.ask);
    await dialogIn(page).getByText(crews.askWhy).waitFor();
  }),
  at('member-general', '/crews/ops/crew/general', ({ crews }) => crews.leave),
];

/** Of an operator of the crew `ops`, who is no administrator and has the plan Pro. */
export const OPERATOR_PAGES: readonly OpenPage[] = [
  then('operator-home', '/', (page) => page.locator('[data-approval]').waitFor()),
  then('operator-board', '/crews/ops', (page) => page.locator('[data-aboard=camille][data-runs]').waitFor()),
  at('operator-approvals', '/crews/ops/approvals', ({ crews }) => crews.waitsForOthers),
  then('operator-break-glass', '/crews/ops/approvals', async (page, { crews }) => {
    await page.getByRole('button', { name: crews.breakGlass }).first().click();
    await dialogIn(page).getByText(crews.breakGlassWhy).waitFor();
  }),
  at('operator-run', '/crews/ops/run?machine=shop', ({ run }) => run.submit),
  then('operator-machine-menu', '/crews/ops/machines', async (page, { machines }) => {
    await moreOf(page.locator('[data-machine=shop]')).click();
    await item(page, machines.openConsole).waitFor();
  }),
  at('operator-secrets', '/crews/ops/secrets', () => 'OPS_KEY'),
  at('operator-policy', '/crews/ops/settings/policy', ({ policy }) => policy.presets),
  at('operator-members', '/crews/ops/crew/members', ({ crews }) => crews.membersWhy),
  at('operator-requests', '/crews/ops/crew/requests', ({ crews }) => crews.noRequests),
  then('operator-switcher', '/crews/ops', async (page, { shell, crews }) => {
    const menu = page.getByRole('button', { name: shell.menu });
    if (await menu.isVisible()) await menu.click();
    await page.locator('.switcher').click();
    await page.getByText(crews.crews, { exact: true }).waitFor();
  }),
];

/** Of what the service refuses, or does not have: the browser writes that to its console. */
export const REFUSED_PAGES: readonly OpenPage[] = [
  then('run-refused', '/run?machine=local', async (page, { run }) => {
    await page.getByRole('combobox', { name: run.command }).fill('shred /var/log/app.log');
    await press(page, run.submit);
    await page.getByRole('alert').first().waitFor();
  }),
  then('run-without-secret', '/run?machine=local', async (page, { run }) => {
    await page.getByRole('combobox', { name: run.command }).fill('echo {{NO_SUCH_SECRET}}');
    await press(page, run.submit);
    await page.getByRole('alert').first().waitFor();
  }),
  then('files-none', '/machines/local/files?path=/no/such/folder', (page) => page.getByRole('alert').waitFor()),
  at('execution-none', '/executions/nothing', ({ ui }) => ui.problems.missing),
  at('approval-none', '/approvals/nothing', ({ approvals }) => approvals.gone),
  at('panel-none', '/panels/nothing', ({ projects }) => projects.noPanel),
  at('project-none', '/projects/999999', ({ ui }) => ui.problems.missing),
  at('crew-none', '/crews/nothing', ({ crews }) => crews.gone),
  then('machine-exists', '/machines#new', async (page, { machines }) => {
    const form = dialogIn(page);
    await form.locator('input[name=address]').fill('deploy@web-1.example.org');
    // Once the names are known that are taken, another one is suggested.
    await form.locator('input[name=slug][value=web-1-2]').waitFor();
    await form.locator('input[name=slug]').fill('web-1');
    await form.locator('select[name=key_secret]').selectOption('DEPLOY_KEY');
    await press(form, machines.add);
    await form.getByRole('alert').waitFor();
  }),
];

/** Of somebody who is not signed in. */
export const DOOR_PAGES: readonly OpenPage[] = [
  then('sign-in', '/sign-in', (page) => page.locator('button[type=submit]').waitFor()),
  then('sign-in-wrong', '/sign-in', async (page, { signIn }) => {
    await page.getByLabel(signIn.username).fill('admin');
    await page.locator('input[name=password]').fill('wrong');
    await page.locator('button[type=submit]').click();
    await page.getByRole('alert').waitFor();
  }),
  then('sign-in-ended', '/sign-in?ended=true', (page, { signIn }) => page.getByText(signIn.ended).waitFor()),
];
