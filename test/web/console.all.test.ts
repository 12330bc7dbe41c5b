/** The console as a terminal: kept while other pages are open, several commands, colours, search, history. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stage } from './stage.ts';
import type { Visit } from './visit.ts';

const { visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'admin' });
const PATIENT = { timeout: 45_000 };

const editor = ({ page }: Visit) => page.getByRole('combobox', { name: 'Commande' });
const raw = ({ page }: Visit) => page.getByRole('region', { name: 'Sortie brute' });

async function open(): Promise<Visit> {
  const person = await visit();
  await person.signIn();
  await person.page.goto('/run?machine=local');
  return person;
}

async function run(person: Visit, command: string): Promise<void> {
  await editor(person).fill(command);
  await person.page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  await person.page
    .getByRole('group', { name: 'Commandes de cette console' })
    .getByText(command.split('\n')[0]!)
    .waitFor();
}

it('keeps the command and its output while another page is open', async () => {
  const person = await open();
  const { page } = person;
  await page.locator('input[name=cwd]').fill('/usr');
  await run(person, 'pwd; echo kept-output');
  await raw(person).getByText('kept-output').waitFor();
  await editor(person).fill('half a\ncommand');
  await page.getByRole('navigation').getByRole('link', { name: 'Machines', exact: true }).click();
  await page.getByRole('heading', { name: 'Machines' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Console' }).click();
  await raw(person).getByText('kept-output').waitFor();
  await raw(person).getByText('/usr', { exact: true }).waitFor();
  expect(await editor(person).inputValue()).toBe('half a\ncommand');
  expect(await page.locator('input[name=cwd]').inputValue()).toBe('/usr');
});

it('aims at this computer, else where it was aimed last, and says beside the button where a command goes', async () => {
  const person = await visit();
  const { page } = person;
  await person.signIn();
  const made = async (slug: string, tags: string[]) => {
    const data = { slug, kind: 'local', tags };
    const answer = await page.request.post('/synapse/machines', { headers: { 'x-synapse-page': '1' }, data });
    expect(answer.status()).toBe(201);
  };
  await made('aaa-first', []);
  await made('zzz-live', ['prod']);
  await page.goto('/run');
  const target = page.getByTestId('target');
  await expect.poll(() => target.textContent()).toContain('local');
  await page.getByLabel('Machine').selectOption('aaa-first');
  await expect.poll(() => target.textContent()).toContain('aaa-first');
  await page.goto('/run');
  await expect.poll(() => target.textContent()).toContain('aaa-first');

  // The first command on a machine that people depend on is asked about, once.
  await page.getByLabel('Machine').selectOption('zzz-live');
  await editor(person).fill('echo on-production');
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /zzz-live/ });
  await dialog.getByText('echo on-production').waitFor();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  expect(await raw(person).count()).toBe(0);
  await page.getByRole('button', { name: 'Exécuter', exact: true }).click();
  await dialog.getByRole('button', { name: 'Exécuter sur zzz-live' }).click();
  await raw(person).getByText('on-production').waitFor();
  await run(person, 'echo asked-no-more');
  await raw(person).getByText('asked-no-more').waitFor();
});

it('shows what is held back for a moment, and marks what may be a secret', async () => {
  const person = await open();
  const { page, checkAccessibility } = person;
  const place = mkdtempSync(join(tmpdir(), 'synapse-web-held-'));
  const go = join(place, 'go');
  // Nearly every letter and digit begins a form of one of them.
  const values = Array.from({ length: 13 }, (_, at) => createHash('sha512').update(`${at}`).digest('hex').slice(0, 24));
  for (const [at, value] of values.entries()) {
    const headers = { 'x-synapse-page': '1' };
    const answer = await page.request.put(`/synapse/secrets/HELD_${at}`, { headers, data: { value } });
    expect(answer.ok()).toBe(true);
  }
  const waits = `until [ -e ${go} ]; do sleep 0.1; done`;
  try {
    await run(person, `printf 'Balance: 250000'; ${waits}; echo; echo over`);
    await raw(person).getByText('Balance: 250000', { exact: true }).waitFor();
    const cursor = raw(person).getByRole('img', { name: 'La suite est là : recherche de secrets' });
    expect(await cursor.count()).toBe(0);
    // Put together on the spot: the command itself holds no value.
    const [start, rest] = [values[0]!.slice(0, 9), values[0]!.slice(9)];
    // No secret has a second line: at the end of the first nothing is held back.
    await run(person, `echo ${start}; ${waits}`);
    await raw(person).getByText(start, { exact: true }).waitFor();
    expect(await cursor.count()).toBe(0);
    await run(person, `printf 'key '; printf ${start}; ${waits}; printf ${rest}; echo; echo over-again`);
    await cursor.waitFor();
    await raw(person).getByText('key', { exact: true }).waitFor();
    expect(await raw(person).textContent()).not.toContain(start.slice(0, 4));
    await checkAccessibility();
    writeFileSync(go, '');
    await raw(person).getByText('over-again').waitFor();
    await raw(person).getByText('{{HELD_0}}').waitFor();
    await expect.poll(() => cursor.count(), PATIENT).toBe(0);
  } finally {
    writeFileSync(go, '');
    rmSync(place, { recursive: true, force: true });
  }
});

it('shows what a command wrote to stderr alone as its output', async () => {
  const person = await open();
  const { page } = person;
  await run(person, 'echo only-there >&2');
  const stderr = page.getByRole('region', { name: 'stderr' });
  await stderr.getByText('only-there').waitFor();
  await page.locator('.status-line [data-status=done]').waitFor();
  expect(await raw(person).count()).toBe(0);
});

it('runs several commands, one in sight or side by side', async () => {
  const person = await open();
  const { page, checkAccessibility } = person;
  await run(person, 'echo first-one; sleep 60');
  await raw(person).getByText('first-one').waitFor();
  await run(person, 'echo second-one');
  await raw(person).getByText('second-one').waitFor();
  expect(await raw(person).getByText('first-one').count()).toBe(0);
  await page.getByRole('button', { name: 'Côte à côte' }).click();
  await expect.poll(() => raw(person).count(), PATIENT).toBe(2);
  await raw(person).getByText('first-one').waitFor();
  await checkAccessibility();
  await page.getByRole('button', { name: /^echo first-one/ }).click();
  await page.getByRole('button', { name: 'Arrêter' }).click();
  await page.locator('.status-line [data-status=cancelled]').waitFor();
  await page.getByRole('button', { name: /^Fermer echo first-one/ }).click();
  await raw(person).getByText('second-one').waitFor();
});

it('runs a pasted script as it is, line by line', async () => {
  const person = await open();
  const { page } = person;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('# what it does\necho one # two\n\necho three\n'));
  await editor(person).focus();
  await page.keyboard.press('Control+v');
  expect(await editor(person).inputValue()).toBe('# what it does\necho one # two\n\necho three\n');
  await page.keyboard.press('Control+Enter');
  await raw(person).getByText('three', { exact: true }).waitFor();
  await raw(person).getByText('one', { exact: true }).waitFor();
  expect(await raw(person).getByText('two').count()).toBe(0);
});

it('wraps a long line together with its number', async () => {
  const person = await visit({ viewport: { width: 390, height: 844 } });
  const { page } = person;
  await person.signIn();
  await page.goto('/run?machine=local');
  await editor(person).fill(`echo ${'a-long-word '.repeat(20)}${'x'.repeat(120)}\necho second\n\necho fourth`);
  const shown = await page.locator('.editor-body').evaluate((body) => {
    const input = body.querySelector('textarea')!;
    const rows = [...body.querySelectorAll<HTMLElement>('.editor-row')];
    const end = rows.at(-1)!;
    return {
      numbers: rows.map((row) => row.querySelector('.editor-line')!.textContent),
      heights: rows.map((row) => row.offsetHeight / 22),
      // Below the last row there is only the padding, as in the field itself.
      same: Math.abs(end.offsetTop + end.offsetHeight + 4 - input.scrollHeight),
      aside: input.scrollWidth - input.clientWidth,
    };
  });
  expect(shown.numbers).toEqual(['1', '2', '3', '4']);
  expect(shown.heights[0]).toBeGreaterThan(5);
  expect(shown.heights.slice(1)).toEqual([1, 1, 1]);
  expect(shown.same).toBeLessThan(2);
  expect(shown.aside).toBe(0);
});

it('holds a million lines, says what it let go, and leaves the reader with their line', async () => {
  const person = await open();
  const { page } = person;
  const place = mkdtempSync(join(tmpdir(), 'synapse-web-tail-'));
  const go = join(place, 'go');
  try {
    await page.getByLabel('Délai (s)').fill('300');
    await run(person, `seq 1 900000; until [ -e ${go} ]; do sleep 0.1; done; yes | head -n 200000; sleep 300`);
    await raw(person).getByText('900000', { exact: true }).waitFor();
    // Scrolled up: the line at the top is being read.
    await raw(person).evaluate((box) => box.scrollTo(0, 20 * 700_000));
    await raw(person).getByText('700005', { exact: true }).waitFor();
    const line = raw(person).getByText('700005', { exact: true });
    const within = async () => (await line.boundingBox())!.y - (await raw(person).boundingBox())!.y;
    const before = await within();
    writeFileSync(go, '');
    await page.getByText(/^Les [\d\s]+ premières lignes ne sont plus gardées ici\.$/).waitFor();
    await page.getByRole('button', { name: /^200\s?000 nouvelles lignes$/ }).waitFor();
    // The line itself has not moved within the output.
    await expect.poll(async () => Math.abs((await within()) - before), PATIENT).toBeLessThan(2);
    // Down to the end, and it follows again.
    await raw(person).focus();
    await page.keyboard.press('End');
    await raw(person).locator('.output-line').last().getByText('y', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /nouvelles lignes$/ }).count(), PATIENT).toBe(0);
  } finally {
    writeFileSync(go, '');
    await page.getByRole('button', { name: 'Arrêter' }).click();
    await page.locator('.status-line [data-status=cancelled]').waitFor();
    rmSync(place, { recursive: true, force: true });
  }
});

it('starts a job, with the time of one, that goes on without the page', async () => {
  const person = await open();
  const { page, checkAccessibility } = person;
  const [job, look] = ['Comme tâche', 'Lecture seule'].map((name) => page.getByRole('switch', { name }));
  const seconds = page.getByRole('spinbutton', { name: 'Délai (s)' });
  await job!.click();
  expect([await job!.getAttribute('aria-checked'), await seconds.inputValue()]).toEqual(['true', '86400']);
  // What may only read is no job.
  await look!.click();
  expect([await job!.getAttribute('aria-checked'), await seconds.inputValue()]).toEqual(['false', '30']);
  await job!.click();
  expect(await look!.getAttribute('aria-checked')).toBe('false');
  await checkAccessibility();
  await run(person, 'echo job-began; sleep 1; echo job-is-over');
  await raw(person).getByText('job-began').waitFor();
  await page.goto('/jobs');
  await page.getByText('echo job-began; sleep 1').first().waitFor();
  await page.locator('[data-status=done]').first().waitFor();
});

it('shows colours that can be read, and hides nothing by them', async () => {
  const person = await open();
  await run(person, `printf '\\033[31mred\\033[0m plain\\n\\033[30;40mhidden\\033[0m\\n'`);
  const red = raw(person).getByText('red', { exact: true });
  await red.waitFor();
  expect(await red.getAttribute('data-colour')).toBe('red');
  expect(await raw(person).getByText('hidden').getAttribute('data-colour')).toBe('grey');
});

it('finds a text in the output, wraps long lines and shows when each line came', async () => {
  const person = await open();
  const { page } = person;
  await run(person, 'seq 1 5000; sleep 0.3; echo "wide $(seq -s- 1 400)"; sleep 30');
  await raw(person).getByText('wide 1-2').waitFor();
  await page.getByRole('button', { name: 'Chercher dans la sortie' }).click();
  await page.getByRole('textbox', { name: 'Chercher dans la sortie' }).fill('4242');
  await raw(person).locator('.output-line[data-at]').getByText('4242').waitFor();
  await page.getByText('1 sur 1', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Chercher dans la sortie' }).fill('wide');
  const wide = raw(person).locator('.output-line[data-at]');
  await wide.getByText('wide').waitFor();
  await page.getByRole('button', { name: 'Renvoyer à la ligne' }).click();
  await expect.poll(() => wide.evaluate((line) => line.getBoundingClientRect().height), PATIENT).toBeGreaterThan(30);
  await page.getByRole('button', { name: 'Heure de chaque ligne' }).click();
  await expect.poll(() => wide.locator('.output-time').textContent(), PATIENT).toMatch(/^\d\d:\d\d:\d\d$/);
  await page.getByRole('button', { name: 'Arrêter' }).click();
});

it('marks what the assistant does not receive', async () => {
  const person = await open();
  const { page } = person;
  await run(person, 'for i in $(seq 1 300); do echo "GET /health 200 worker"; done; echo end-of-log');
  await page.locator('.status-line [data-status=done]').waitFor();
  await page.getByText('Différence', { exact: true }).click();
  const shown = page.getByRole('region', { name: 'Différence' });
  await shown.locator('[data-kind=gone]').first().waitFor();
  await shown.locator('[data-kind=same]').getByText('end-of-log').waitFor();
});

it('marks it too if the output arrives only after somebody looks', async () => {
  const person = await open();
  const { page } = person;
  const looked = Promise.withResolvers<void>();
  person.expectLostConnection();
  await page.route('**/executions/*/stream*', (route) => route.abort('connectionreset'));
  await page.route('**/executions/*/output*', async (route) => {
    await looked.promise;
    await route.continue();
  });
  await run(person, 'for i in $(seq 1 300); do echo "GET /health 200 worker"; done; echo end-of-log');
  await page.locator('.status-line [data-status=done]').waitFor();
  await page.getByText('Différence', { exact: true }).click();
  const shown = page.getByRole('region', { name: 'Différence' });
  await shown.waitFor();
  expect(await shown.locator('[data-kind=gone]').count()).toBe(0);
  looked.resolve();
  await shown.locator('[data-kind=gone]').first().waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('brings earlier commands back with the arrow keys', async () => {
  const person = await open();
  const { page } = person;
  await run(person, 'echo older-command');
  await raw(person).getByText('older-command').waitFor();
  await run(person, 'echo newer-command');
  await raw(person).getByText('newer-command').waitFor();
  await editor(person).fill('draft');
  await expect
    .poll(async () => {
      await editor(person).press('ArrowUp');
      return editor(person).inputValue();
    }, PATIENT)
    .toBe('echo newer-command');
  await editor(person).press('ArrowUp');
  expect(await editor(person).inputValue()).toBe('echo older-command');
  await editor(person).press('ArrowDown');
  await editor(person).press('ArrowDown');
  expect(await editor(person).inputValue()).toBe('draft');
  expect(await page.locator('[data-status=running]').count()).toBe(0);
});

it('only looks when it is told to, and the machine’s page says in what', async () => {
  const person = await open();
  const { page } = person;
  await page.getByRole('switch', { name: 'Lecture seule' }).click();
  expect(await page.getByRole('switch', { name: 'Lecture seule' }).getAttribute('aria-checked')).toBe('true');
  await run(person, 'grep ^Seccomp: /proc/self/status; touch /var/tmp/looked || echo cannot-write');
  await raw(person).getByText('cannot-write').waitFor();
  await raw(person)
    .getByText(/Seccomp:\s2/)
    .waitFor();
  await page.getByRole('switch', { name: 'Lecture seule' }).click();
  // The isolation of this host filters system calls too, so what tells them apart is whether it can write.
  await run(person, 'f=$(mktemp /var/tmp/looked.XXXXXX) && rm "$f" && echo like-any-other');
  await raw(person).getByText('like-any-other', { exact: true }).waitFor();
  await page.goto('/machines?open=local');
  await page.getByText(/^(bubblewrap|user-namespaces)$/).waitFor();
});
