// A web page as a reader sees it: text, headings, links; scripts, styles and markup are removed and counted.
import type { FilterInput, Shape } from '../filter.ts';
import { capLines } from '../stages/cap-lines.ts';

const SKIPPED = ['script', 'style', 'svg', 'noscript', 'template'];
const BLOCK = new Set(
  'p div section article header footer main nav ul ol li table tr h1 h2 h3 h4 h5 h6 br hr title form body head html pre blockquote dl dt dd option button label'.split(
    ' ',
  ),
);
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", apos: "'" };

/** Null when the lines are no web page. */
export function compactHtml(
  lines: readonly string[],
  { cut, tick }: Pick<FilterInput, 'cut' | 'tick'>,
): string[] | null {
  const opening =
    lines
      .find((line) => line !== '')
      ?.trimStart()
      .slice(0, 200)
      .toLowerCase() ?? '';
  if (!/^(?:<!doctype html|<html|<head|<body)/.test(opening)) return null;
  const html = lines.join('\n');
  const lower = html.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  let link = '';
  let steps = 0;
  while (at < html.length) {
    if ((++steps & 1023) === 0) tick();
    const open = html.indexOf('<', at);
    if (open < 0) break;
    parts.push(html.slice(at, open).replace(/\s+/g, ' '));
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const close = html.indexOf('>', open);
    if (close < 0) break;
    at = close + 1;
    const tag = /^<(\/?)([a-z][a-z0-9-]{0,30})/i.exec(html.slice(open, open + 40));
    if (!tag) continue;
    const name = (tag[2] as string).toLowerCase();
    const closing = tag[1] === '/';
    if (!closing && SKIPPED.includes(name) && html[close - 1] !== '/') {
      const end = lower.indexOf(`</${name}`, close);
      at = end < 0 ? html.length : end;
    } else if (
      name === 'a' ||
      name === 'img' ||
      name === 'form' ||
      name === 'input' ||
      name === 'link' ||
      name === 'meta'
    ) {
      const target = attribute(html.slice(open, Math.min(close, open + 2_000)), name);
      if (name === 'a') {
        if (closing && link) parts.push(` (${link})`);
        link = closing ? '' : target;
      } else if (target && name !== 'link') parts.push(` [${name} ${target}]`);
    }
    if (BLOCK.has(name)) parts.push('\n');
    if (/^h[1-6]$/.test(name) && !closing) parts.push(`${'#'.repeat(Number(name[1]))} `);
    if (name === 'li' && !closing) parts.push('- ');
    if (name === 'td' || name === 'th') parts.push(closing ? '' : ' | ');
  }
  const text = parts
    .join('')
    .replace(/&(amp|lt|gt|quot|nbsp|#39|apos);/g, (_, name: string) => ENTITIES[name] as string);
  const shown = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '-');
  if (shown.length === 0) return null;
  return [...capLines(shown, cut), cut(html.length - text.length, 'characters of markup')];
}

function attribute(tag: string, name: string): string {
  const wanted =
    name === 'a' ? 'href' : name === 'img' ? 'alt' : name === 'form' ? 'action' : name === 'input' ? 'name' : 'content';
  const found = new RegExp(`\\s${wanted}\\s{0,3}=\\s{0,3}(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
  return value.startsWith('#') || value.startsWith('data:') || value.startsWith('javascript:')
    ? ''
    : value.slice(0, 300);
}

/** Only for a page that was fetched. One that is read as a file is source, to be quoted exactly. */
export const htmlShape: Shape = {
  name: 'html',
  apply: (input) =>
    /^(?:curl|wget|http|https|xh|lynx|w3m)$/.test(input.command.program) ? compactHtml(input.lines, input) : null,
};
