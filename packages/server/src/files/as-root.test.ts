import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { asRoot } from './as-root.ts';

/** In place of the program: runs what it is given, and tells with which words. */
const SUDO = 'sudo() { shift; printf "%s\\n" "$@" >&3; "$@"; }\n';
const run = (script: string, input: Buffer, bytes: number) => {
  const text = `exec 3>/dev/null\n${SUDO}${asRoot(script, bytes)}`;
  return execFileSync('sh', ['-c', text], { input }).toString();
};

const SCRIPT = `printf '%s\\n' "it's" 'a
b'
s=$(head -c 5); echo "[$s]" \\
  'end'
`;

it('runs the script as it is, with the bytes that it reads and no more', () => {
  expect(run(SCRIPT, Buffer.from('12345rest'), 5)).toBe("it's\na\nb\n[12345] end\n");
  expect(run('echo none', Buffer.alloc(0), 0)).toBe('none\n');
  expect(run('cat | wc -c | tr -d " "', Buffer.alloc(3_000_000, 'x'), 3_000_000)).toBe('3000000\n');
  expect(run(`printf %s 'a\x1eb\x1d'; echo`, Buffer.alloc(0), 0)).toBe('a\x1eb\x1d\n');
});

it('has nothing of the script in the words that sudo is given', () => {
  const words = asRoot(SCRIPT, 5)!.split('| sudo ').at(-1)!;
  expect(words).toMatch(/^-- sh -c .* synapse-file\n$/);
  expect(words).not.toContain('end');
});
