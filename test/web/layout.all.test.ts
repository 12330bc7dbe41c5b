/** Nothing is cut, covered or pushed away: titles and buttons on a phone, figures beside their words, fields for paths. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type Call, furnish } from './furnish.ts';
import { furnishCrew } from './furnish-crew.ts';
import { stage } from './stage.ts';

const { url, visit } = stage({ SYNAPSE_ALLOW_LOCAL: 'all' });
const PHONE = { viewport: { width: 390, height: 844 } } as const;
const DESK = { viewport: { width: 1440, height: 900 } } as const;

let call: Call;
beforeAll(async () => {
  call = await furnish(url());
  await furnishCrew(url(), call);
  await call('PUT', '/synapse/policy', { text: 'version: 1\ndefault: careful\n' });
  const command = 'touch /tmp/a-file-with-a-name-that-is-longer-than-a-phone-is-wide';
  await call('POST', '/synapse/exec', { machine: 'local', command, wait_seconds: 0 });
});

const isCut = (locator: Locator): Promise<boolean> =>
  locator.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
const widthOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.width ?? 0;

it('shows whole titles on a phone, in French', async () => {
  const { page, signIn } = await visit(PHONE);
  await signIn();
  for (const path of ['/many', '/approvals', '/administration', '/machines/local/files?path=/etc']) {
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    await page.evaluate(() => document.fonts.ready);
    expect(await isCut(title), path).toBe(false);
  }
});

const isInSight = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= window.innerHeight && right <= window.innerWidth;
  });

it('keeps clients and machines in sight beside a question with long reasons, and repeats it nowhere', async () => {
  const command = 'echo deploy > /tmp/layout-deploy && echo "{{DB_PASSWORD}}" | wc -c && touch /tmp/layout-more';
  await call('POST', '/synapse/exec', { machine: 'local', command, wait_seconds: 0 });
  const { page, signIn } = await visit(DESK);
  await signIn();
  await page.goto('/');
  const card = page.locator('[data-approval]');
  await card.getByText(/\.$/).first().waitFor();
  // Reasons are sentences, and several of them one list.
  expect(await card.textContent()).not.toMatch(/\. ?;/);
  for (const name of ['Clients', 'Machines']) {
    const region = page.getByRole('region', { name, exact: true });
    await region.locator('.board-line').first().waitFor();
    expect(await isInSight(region.locator('.board-line').first()), name).toBe(true);
  }
  const buttons = card.locator('.decision-buttons > *');
  const rows = await buttons.evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().bottom)).size);
  expect(rows).toBeLessThanOrEqual(2);
  await page.setViewportSize(PHONE.viewport);
  await expect.poll(() => page.locator('.strip-waiting').isVisible()).toBe(false);
  await page.goto('/secrets');
  await page.locator('.strip-waiting').waitFor();
});

it('shows the tools over an output on a phone, and fills the window with it at a desk', async () => {
  const { execution_id: id } = (await call('POST', '/synapse/exec', {
    machine: 'local',
    command: 'ls /; ls /no/such/folder',
  })) as unknown as { execution_id: string };
  const { page, signIn } = await visit(PHONE);
  await signIn();
  await page.goto(`/executions/${id}`);
  // Both streams are one text by now.
  await page.getByRole('button', { name: /^stderr parmi les lignes/ }).waitFor();
  const copy = page.locator('.output-tools').getByRole('button', { name: 'Copier' });
  const hangsOut = await copy.evaluate((button) => {
    const head = button.closest('.output-head')!;
    return button.getBoundingClientRect().bottom - head.getBoundingClientRect().bottom;
  });
  expect(hangsOut).toBeLessThanOrEqual(0);
  await copy.click({ trial: true });
  await page.setViewportSize(DESK.viewport);
  const output = page.locator('.output').last();
  const bottom = async () => {
    const box = (await output.boundingBox())!;
    return box.y + box.height;
  };
  await expect.poll(bottom).toBeGreaterThan(DESK.viewport.height - 40);
  expect(await bottom()).toBeLessThanOrEqual(DESK.viewport.height);
});

it('shows what was answered beside what waits', async () => {
  const { page, signIn } = await visit(DESK);
  await signIn();
  await page.goto('/approvals');
  const waits = (await page.locator('.approval').first().boundingBox())!;
  const answered = (await page.getByRole('region', { name: 'Récemment' }).boundingBox())!;
  expect(answered.x).toBeGreaterThan(waits.x + waits.width);
  expect(answered.y).toBeLessThan(waits.y + waits.height);
});

it('says by the clock when commands ran, in the room that a desk has', async () => {
  const { page, signIn } = await visit(DESK);
  await signIn();
  await page.goto('/executions');
  const when = page.locator('.history-row .history-when').first();
  await when.waitFor();
  const clock = when.locator('.history-clock');
  expect(await clock.isVisible()).toBe(true);
  expect(await when.textContent()).toMatch(/^\d\d:\d\d · \d+ \S+$/);
  expect(await isCut(when)).toBe(false);
  // All filters are on one line.
  const tops = await page
    .locator('.filters .chip')
    .evaluateAll((all) => new Set(all.map((chip) => chip.getBoundingClientRect().top)).size);
  expect(tops).toBe(1);
  await page.locator('.history a').first().click();
  await page.getByRole('complementary', { name: 'Exécution choisie' }).waitFor();
  expect(await clock.isVisible()).toBe(false);
});

it('says on a phone what is frozen before who froze it, and draws what is empty small and in the middle', async () => {
  const frozen = await call('POST', '/synapse/freeze', { machine: 'laptop', reason: 'a word about why, and one more' });
  const { page, signIn } = await visit(PHONE);
  await signIn();
  await page.goto('/jobs');
  const what = page.getByText('La machine laptop est gelée');
  await what.waitFor();
  expect(await isCut(what)).toBe(false);
  const drawing = page.locator('.mantine-EmptyState-indicator');
  const sizes = await drawing.evaluate((round) => [round.clientWidth, round.querySelector('svg')?.clientWidth]);
  expect(sizes).toEqual([40, 18]);
  await call('DELETE', `/synapse/freeze/${frozen.id}`);
  await page.goto('/executions');
  await page.getByRole('button', { name: 'Exporter' }).waitFor();
  const actions = page.locator('.page-actions > *');
  const bottoms = await actions.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(10);
});

it('leaves room on a phone for a path, for filters and for the commands that were answered', async () => {
  const { page, signIn } = await visit(PHONE);
  await signIn();
  await page.goto('/machines/local/files?path=/etc');
  expect(await widthOf(page.getByRole('textbox', { name: 'Dossier' }))).toBeGreaterThan(200);
  await page.goto('/executions');
  const chips = page.locator('.filter-chips .chip');
  await chips.nth(3).waitFor();
  const lines = await chips.evaluateAll((all) => new Set(all.map((chip) => chip.getBoundingClientRect().top)).size);
  expect(lines).toBe(1);
  await page.goto('/approvals');
  const asked = page.locator('.approval').first();
  await asked.getByRole('button', { name: 'Refuser' }).click();
  await asked
    .getByText(/^Refusée/)
    .first()
    .waitFor();
  await page.goto('/approvals');
  const answered = page.locator('.recent-line .command');
  await answered.waitFor();
  expect(await widthOf(answered)).toBeGreaterThan(150);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

it.each(['fr-FR', 'en-GB'])('prints no words over a figure of the savings (%s)', async (locale) => {
  const { page, signIn } = await visit({ ...DESK, locale });
  await signIn();
  await page.goto('/savings');
  await page.locator('.figure-note').nth(3).waitFor();
  expect(await overlaps(page)).toEqual([]);
});

/** The figures whose words lie over them. */
const overlaps = (page: Page): Promise<string[]> =>
  page.locator('.figure').evaluateAll((figures) =>
    figures
      .filter((figure) => {
        // Of the letters: what does not fit in a cell is drawn outside of it.
        const [value, note] = ['.figure-value', '.figure-note'].map((part) => {
          const letters = document.createRange();
          letters.selectNodeContents(figure.querySelector(part) ?? figure);
          return letters.getBoundingClientRect();
        });
        return value !== undefined && note !== undefined && note.left < value.right && note.top < value.bottom;
      })
      .map((figure) => figure.textContent ?? ''),
  );

it('shows what waits before the figures on a phone, at home too', async () => {
  const { page, signIn } = await visit(PHONE);
  await signIn();
  await page.goto('/');
  const card = page.locator('[data-approval]').first();
  await card.waitFor();
  const top = async (locator: Locator): Promise<number> => (await locator.boundingBox())!.y;
  expect(await top(card)).toBeLessThan(await top(page.locator('.figures-strip')));
});

it('tells a reason that several parts of a command share once', async () => {
  const names = ['one', 'two', 'three'].map((name) => `/tmp/layout-reason-${name}`);
  const command = names.map((name) => `touch ${name}`).join(' && ');
  await call('POST', '/synapse/exec', { machine: 'local', command, wait_seconds: 0 });
  const { page, signIn } = await visit(DESK);
  await signIn();
  await page.goto('/approvals');
  const card = page.locator('[data-approval]', { hasText: 'layout-reason-one' });
  const why = card.locator('dt', { hasText: 'Pourquoi' }).locator('+ dd');
  const said = (await why.textContent())!;
  for (const name of names) expect(said).toContain(`« touch ${name} »`);
  // Only the last of several has its full stop.
  const sentence = said.split(/\s:\s/).at(-1)!.replace(/\.$/, '');
  expect(said.split(sentence)).toHaveLength(2);
  expect(said.split('préréglage')).toHaveLength(2);
});

it('puts the “…” at the end of its line, under each other', async () => {
  const { page, signIn } = await visit(DESK);
  await signIn();
  for (const [path, line, frame] of [
    ['/', '.latest-list li', '.card'],
    ['/machines', '[data-machine]', '.row-frame'],
    ['/secrets', '[data-secret]', '.row-frame'],
    ['/aliases', '[data-alias]', '.sheet-frame'],
    ['/crews/ops/crew/members', '[data-member]', 'section'],
  ] as const) {
    await page.goto(path);
    await page.locator(`${line} .more`).first().waitFor();
    const left = await page.locator(`${line} .more`).evaluateAll(
      (all, within) =>
        all.map((more) => {
          const button = more.getBoundingClientRect();
          return more.closest(within)!.getBoundingClientRect().right - button.right;
        }),
      frame,
    );
    expect(new Set(left.map(Math.round)).size, path).toBe(1);
    expect(left[0], path).toBeGreaterThanOrEqual(0);
    expect(left[0], path).toBeLessThan(28);
  }
});

it('keeps the two buttons of a page on one line of a phone, whole', async () => {
  const { page, signIn } = await visit(PHONE);
  await signIn();
  for (const path of ['/machines', '/secrets', '/aliases']) {
    await page.goto(path);
    const buttons = page.locator('.page-actions').getByRole('button');
    await buttons.nth(1).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const boxes = await buttons.evaluateAll((all) =>
      all.map((each) => {
        const { top, left, right } = each.getBoundingClientRect();
        return {
          top: Math.round(top),
          inside: left >= 0 && right <= window.innerWidth,
          cut: each.scrollWidth > each.clientWidth,
        };
      }),
    );
    expect(boxes, path).toEqual(boxes.map(() => ({ top: boxes[0]!.top, inside: true, cut: false })));
  }
});

it('frames a notice, and colours only its frame and its sign', async () => {
  const { page, signIn, checkBothThemes } = await visit(DESK);
  await signIn();
  await page.goto('/machines?open=local');
  const panel = page.getByRole('complementary', { name: 'local' });
  await panel.getByRole('button', { name: 'Tester la connexion' }).click();
  const notice = panel.locator('.mantine-Alert-root', { hasText: 'Joignable' });
  await notice.waitFor();
  const { width, frame, ground, around } = await notice.evaluate((root) => {
    const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(root);
    const panel = getComputedStyle(root.closest('.panel')!);
    return {
      width: borderTopWidth,
      frame: borderTopColor,
      ground: backgroundColor,
      around: [panel.borderTopColor, panel.backgroundColor],
    };
  });
  expect(width).toBe('1px');
  expect(['rgba(0, 0, 0, 0)', ...around]).not.toContain(frame);
  expect(ground).toBe(around[1]);
  await checkBothThemes();
});
