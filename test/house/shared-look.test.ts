/** The page and the views in a conversation look alike and speak alike: colours, sizes and words have one place. */
import { expect, it } from 'vitest';
import { COLOURS, FONTS, SCREEN } from '../../packages/contract/src/design-tokens.ts';
import { VIEW_WORDS } from '../../packages/contract/src/view-words.ts';
import { VIEW_STYLE } from '../../packages/server/src/http/mcp/views/view-style.ts';
import { en } from '../../packages/web/src/i18n/en/index.ts';
import { fr } from '../../packages/web/src/i18n/fr/index.ts';
import { SOURCES, textOf } from './sources.ts';

const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(/gi;
const TOKENS = 'packages/contract/src/design-tokens.ts';
const THEME = 'packages/web/src/app/theme.ts';

it('writes colours in the tokens, and not again in the views or the theme', () => {
  const views = SOURCES.filter((file) => file.startsWith('packages/server/src/http/mcp/views/'));
  expect(views.length).toBeGreaterThan(2);
  for (const file of views) expect([file, textOf(file).match(COLOUR)]).toEqual([file, null]);
  // Colours of the library that no view has.
  const own = textOf(THEME)
    .split('\n')
    .filter((line) => !/'--mantine-color-(teal|orange|red)-light-color'/.test(line));
  expect(own.join('\n').match(COLOUR)).toBeNull();
  expect(textOf(TOKENS).match(COLOUR)!.length).toBeGreaterThan(40);
});

it('takes every colour of the views from the tokens', () => {
  const known = new Set<string>([...Object.values(COLOURS).flatMap(Object.values), ...Object.values(SCREEN)]);
  const used = VIEW_STYLE.match(COLOUR) ?? [];
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((colour) => !known.has(colour))).toEqual([]);
  expect(VIEW_STYLE).toContain(FONTS.text);
  expect(VIEW_STYLE).toContain(FONTS.mono);
  // A variable that nothing sets would be no colour at all.
  const set = new Set([...VIEW_STYLE.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const asked = [...VIEW_STYLE.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
  expect(asked.filter((name) => !set.has(name))).toEqual([]);
});

it.each([
  ['fr', VIEW_WORDS.fr, fr],
  ['en', VIEW_WORDS.en, en],
] as const)('calls things in the views as the page calls them: %s', (_language, view, page) => {
  expect(view.statuses).toBe(page.executions.statuses);
  expect(`${view.failed} (3)`).toBe(page.executions.failed(3));
  expect(view.stop).toBe(page.executions.cancel);
  expect(view.noOutput).toBe(page.output.empty);
  expect(view.presences).toBe(page.machines.presences);
  expect(view.kinds).toBe(page.machines.kinds);
  expect(view.statuts).toBe(page.machines.statuts);
  expect(view.noMachine).toBe(page.machines.none);
  expect(view.latency).toBe(page.machines.latency);
  expect(view.uptime).toBe(page.machines.uptime);
  expect(view.state).toBe(page.machines.columns.state);
  expect(view.skipped).toBe(page.many.states.skipped);
  expect(view.loading).toBe(page.ui.loading);
  expect(view.close).toBe(page.ui.close);
});
