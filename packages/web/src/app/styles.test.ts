/**
 * A component of the library without its style sheet looks broken, so every component that a page uses must have it.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const SHEETS = join(SOURCE, '../../../node_modules/@mantine/core/styles');

it('imports the style sheet of every part in use', () => {
  const styles = readFileSync(join(SOURCE, 'app/styles.ts'), 'utf8');
  const names = new Set<string>();
  for (const file of globSync('**/*.tsx', { cwd: SOURCE })) {
    const source = readFileSync(join(SOURCE, file), 'utf8');
    for (const [, list = ''] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of list.split(',')) names.add(name.trim().split(' as ')[0] ?? '');
    }
  }
  const styled = [...names].filter((name) => /^[A-Z]\w+$/.test(name) && existsSync(join(SHEETS, `${name}.css`)));
  expect(styled.length).toBeGreaterThan(10);
  for (const name of styled) expect(styles, name).toContain(`/styles/${name}.css`);
});
