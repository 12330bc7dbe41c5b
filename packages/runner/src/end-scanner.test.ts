/** The end is found wherever the stream is cut, and nothing else is touched. */
import { expect, test } from 'vitest';
import { EndScanner } from './end-scanner.ts';

const NONCE = 'a1b2c3d4';

function scan(text: string, size: number): { output: string; code: number | null } {
  const scanner = new EndScanner(NONCE);
  const bytes = Buffer.from(text, 'latin1');
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(scanner.push(bytes.subarray(at, at + size)));
  parts.push(scanner.flush());
  return { output: Buffer.concat(parts).toString('latin1'), code: scanner.code };
}

test.each([
  ['plain\x1ea1b2c3d4:end:0\x1elater', 'plain', 0],
  ['\x1e\x1e\x1ea1b2c3d4\x1e\x1ea1b2c3d4:end:137\x1e', '\x1e\x1e\x1ea1b2c3d4\x1e', 137],
  ['no end \x1ea1b2c3d4:en', 'no end \x1ea1b2c3d4:en', null],
  ['another one’s \x1effffffff:end:0\x1e', 'another one’s \x1effffffff:end:0\x1e', null],
  ['', '', null],
])('%j', (text, output, code) => {
  const latin = Buffer.from(text).toString('latin1');
  const expected = { output: Buffer.from(output).toString('latin1'), code };
  for (let size = 1; size <= latin.length + 1; size++) expect(scan(latin, size), `size ${size}`).toEqual(expected);
});
