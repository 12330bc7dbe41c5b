/**
 * What a program, a name or a person may have written, for everything that shows it in a browser: the page, and the
 * views in a client's conversation. Each would leave a trace if it were read as anything but text.
 */
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Markup, at most as long as a label. It is shown as it is written. */
export const MARKUP = [
  '<script>document.title="owned"</script>',
  '<img src=x onerror=document.title="owned">',
  '</pre></main></div><iframe src="javascript:parent.document.title=\'owned\'"></iframe>',
  '<svg/onload=document.title="owned">',
  '<details open ontoggle=document.title="owned">x</details>',
  '"><a href="javascript:document.title=\'owned\'">x</a>',
  '\'-(document.title="owned")-\'',
  '<style>main,body{display:none}</style>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<form action=https://evil.example/><button>Open in Synapse</button></form>',
  '[x](javascript:document.title="owned") ![x](https://evil.example/x.png)',
  '{{constructor.constructor("document.title=1")()}} ${document.title="owned"}',
  '&lt;script&gt;&#60;b&#62;',
] as const;

/** Characters that move, hide or reorder text in the output of a command, and what is shown of them. */
export const UNSEEN = [
  { text: '\x1b[31mred\x1b[0m\x1b]0;owned\x07', shown: 'red' },
  { text: '\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\', shown: 'link' },
  { text: 'user\u202etxt.exe', shown: 'user⟨U+202E⟩txt.exe' },
  { text: 'no\u200bthing\u2066', shown: 'no⟨U+200B⟩thing⟨U+2066⟩' },
  { text: '10%\r50%\r100%', shown: '100%' },
] as const;

/** A command that prints it all. */
export const printHostile = (): string => {
  const lines = [...MARKUP, ...UNSEEN.map(({ text }) => text)];
  return `echo ${Buffer.from(`${lines.join('\n')}\n`).toString('base64')} | base64 -d`;
};

/** What would be there if any of it had been read. */
const TRACES = [
  'main script, main style:not([data-mantine-styles]), main iframe, main object',
  'img[src="x"], svg[onload], details[ontoggle], base, form[action*="evil"], meta[http-equiv=refresh]',
  'a[href^="javascript:"], [src*="evil"], [href*="evil"]',
].join(', ');

/** Nothing of it has become anything but text. `title`: of the document, as it was. */
export async function expectInert(shown: Page | Frame, title: string): Promise<void> {
  expect(await shown.title()).toBe(title);
  expect(await shown.locator(TRACES).count()).toBe(0);
  expect(await shown.locator('main').isVisible()).toBe(true);
}

/** An output shows all of it, as text. */
export function expectAllShown(text: string): void {
  for (const markup of MARKUP) expect(text).toContain(markup);
  for (const { shown } of UNSEEN) expect(text).toContain(shown);
  for (const hidden of ['\x1b', '\u202e', '\u200b', '\u2066', '50%', 'owned\x07']) expect(text).not.toContain(hidden);
}
