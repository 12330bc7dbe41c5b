/** Every regular expression that is written out in the sources. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

export interface Found {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export function expressionsIn(file: string): Found[] {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) found.push({ file, source: regex.pattern, flags: regex.flags });
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}
