/** In a crew each member is offered what their role allows, and nothing that would be refused. */
import { beforeAll, expect, it } from 'vitest';
import { createClient } from '../client.ts';
import { furnish } from './furnish.ts';
import { furnishCrew } from './furnish-crew.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'all' });
/** Made by `furnishCrew`, as a watcher. */
const MEMBER = { username: 'lea', password: 'a password of her own' } as const;
interface Started {
  readonly execution_id: string;
}
let setRole: (role: string) => Promise<unknown>;
let project: number;
let card: number;

beforeAll(async () => {
  const call = await furnish(url());
  await furnishCrew(url(), call);
  await call('POST', '/crews/ops/synapse/machines', { slug: 'here', label: 'Ici', kind: 'local' });
  const text = 'version: 1\n';
  await call('PUT', '/crews/ops/synapse/policy', { text });
  const order = { machine: 'here', command: 'sleep 250', timeout_seconds: 300, wait_seconds: 0 };
  await call('POST', '/crews/ops/synapse/exec', order);
  await call('PUT', '/crews/ops/synapse/policy', { text: `${text}default: careful\n` });
  ({ id: project } = (await call('POST', '/crews/ops/tda/projects', { name: 'Migration' })) as { id: number });
  const roadmap = `/crews/ops/tda/projects/${project}/roadmap`;
  ({ id: card } = (await call('POST', roadmap, { title: 'Vider le cache' })) as { id: number });
  await call('POST', '/crews/ops/synapse/exec', { machine: 'here', command: 'sleep 251', detach: true });
  await call('POST', `/crews/ops/tda/projects/${project}/ideas`, { title: 'Un autre disque', content: 'plus grand' });
  setRole = (role) => call('PUT', `/crews/ops/members/${MEMBER.username}`, { role });
});

it('a watcher can only look, in the console', async () => {
  await setRole('watcher');
  const { page, signIn } = await visit();
  await signIn(MEMBER);
  await page.goto('/crews/ops/run?machine=here');
  const look = page.getByRole('switch', { name: 'Lecture seule' });
  await expect.poll(() => look.getAttribute('aria-checked')).toBe('true');
  expect(await look.isDisabled()).toBe(true);
  expect(await page.getByRole('switch', { name: 'Comme tâche' }).count()).toBe(0);
  await page.goto('/crews/ops/journal');
  await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
  expect(await page.getByLabel('Nouvelle entrée').count()).toBe(0);
});

it('a watcher is offered nothing that stops, changes or runs something', async () => {
  await setRole('watcher');
  const { page, signIn } = await visit();
  await signIn(MEMBER);
  const none = async (name: RegExp) => expect(await page.getByRole('button', { name }).count(), `${name}`).toBe(0);
  await page.goto('/crews/ops/machines?open=here');
  const panel = page.getByRole('complementary', { name: 'here' });
  await panel.waitFor();
  await none(/Geler|Tester|Ajouter/);
  expect(await page.getByRole('link', { name: 'Fichiers' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Plusieurs machines' }).count()).toBe(0);
  await page.goto(`/crews/ops/projects/${project}`);
  await page.getByRole('heading', { level: 1, name: 'Migration' }).waitFor();
  await page.getByText('Vider le cache').waitFor();
  await none(/Modifier|Supprimer|Ajouter|Actions|Vider le cache/);
  await page.goto(`/crews/ops/projects/${project}?tab=ideas`);
  await page.getByText('Un autre disque').waitFor();
  await none(/Modifier|Supprimer|Ajouter|Actions|Un autre disque|Retenir/);
  await page.goto('/crews/ops');
  await page.locator('[data-running]').first().waitFor();
  await none(/Arrêter|Geler/);
});

it('an operator stops their own commands, and not those of others', async () => {
  await setRole('operator');
  const { page, signIn } = await visit();
  await signIn(MEMBER);
  await page.goto('/crews/ops');
  await page.locator('[data-running]').first().waitFor();
  await page.getByRole('button', { name: 'Geler' }).waitFor();
  expect(await page.getByRole('button', { name: /Arrêter/ }).count()).toBe(0);
  await setRole('keeper');
  await page.reload();
  await page
    .getByRole('button', { name: /Arrêter/ })
    .first()
    .waitFor();
});

it('an operator is offered to stop their own jobs, and not those of others', async () => {
  await setRole('operator');
  const { page, signIn } = await visit();
  await signIn(MEMBER);
  const client = createClient(url());
  const session = await client.login(MEMBER.username, MEMBER.password);
  const order = { machine: 'here', command: 'sleep 252', detach: true };
  const { body } = await client.call<Started>('POST', '/crews/ops/synapse/exec', { token: session, body: order });
  const job = body.execution_id;
  await page.goto('/crews/ops/jobs');
  const stop = (row: string) => page.locator(row).getByRole('button', { name: /Arrêter/ });
  await stop(`[data-job="${job}"]`).waitFor();
  // Each says who started it.
  await page.locator(`[data-job="${job}"] .job-client`).getByText(MEMBER.username, { exact: true }).waitFor();
  const others = `[data-job]:not([data-job="${job}"])`;
  await page.locator(others).locator('.job-client').getByText('admin', { exact: true }).waitFor();
  expect(await stop(others).count()).toBe(0);
  await setRole('keeper');
  await page.reload();
  await stop(others).waitFor();
});

it('a watcher moves nothing by dropping it on a column of the roadmap', async () => {
  const { page, signIn } = await visit();
  await signIn(MEMBER);
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(request.url());
  });
  /** What was dragged here from another window, as an operator. Whether it can be dropped. */
  const drop = () =>
    page.locator('[data-column=done]').evaluate((column, item) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', String(item));
      const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
      column.dispatchEvent(over);
      if (over.defaultPrevented)
        column.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      return over.defaultPrevented;
    }, card);
  for (const [role, may] of [
    ['watcher', false],
    ['operator', true],
  ] as const) {
    await setRole(role);
    await page.goto(`/crews/ops/projects/${project}`);
    await page.getByText('Vider le cache').waitFor();
    if (may) await page.getByRole('button', { name: 'Vider le cache', exact: true }).waitFor();
    expect(await drop(), role).toBe(may);
  }
  await page.locator('[data-column=done]').getByText('Vider le cache').waitFor();
  expect(changes.filter((url) => url.includes('/roadmap/'))).toHaveLength(1);
});

it('an operator is not offered to add machines, secrets and aliases', async () => {
  await setRole('operator');
  const { page, signIn } = await visit();
  await signIn(MEMBER);
  await page.goto('/crews/ops/machines');
  await page.locator('[data-machine=here]').waitFor();
  expect(await page.getByRole('button', { name: /Ajouter une machine|Importer une configuration/ }).count()).toBe(0);
  await page.goto('/crews/ops/secrets?open=OPS_KEY');
  await page.getByRole('complementary', { name: 'OPS_KEY' }).waitFor();
  expect(await page.getByRole('button', { name: /Ajouter|Importer|Modifier|Remplacer/ }).count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await page.goto('/crews/ops/aliases');
  await page.getByRole('heading', { level: 1, name: 'Alias' }).waitFor();
  await page.getByText('Aucun alias').waitFor();
  expect(await page.getByRole('button', { name: /alias de départ|Nouvel alias|suggestions/ }).count()).toBe(0);
  await page.goto('/crews/ops/run');
  const look = page.getByRole('switch', { name: 'Lecture seule' });
  await expect.poll(() => look.getAttribute('aria-checked')).toBe('false');
});

it('the policy of a crew says whose it is; an operator reads it, a keeper changes it', async () => {
  const { page, signIn } = await visit();
  await signIn(MEMBER);
  const text = page.getByRole('textbox', { name: 'Texte de la politique' });
  const save = page.getByRole('button', { name: 'Enregistrer' });
  await page.goto('/crews/ops/settings/policy');
  await page.getByRole('heading', { level: 1, name: 'Politique' }).waitFor();
  await page.getByText('Équipage : Exploitation').waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
  await expect.poll(() => text.getAttribute('aria-readonly')).toBe('true');
  expect(await save.count()).toBe(0);
  await setRole('keeper');
  await page.reload();
  await save.waitFor();
  expect(await text.getAttribute('aria-readonly')).toBe(null);
});
