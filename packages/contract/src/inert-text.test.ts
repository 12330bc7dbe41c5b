import { expect, it } from 'vitest';
import { inertText, UNSEEN } from './inert-text.ts';

it('keeps the lines of an output, and leaves nothing in them that moves, hides or reorders text', () => {
  const text = 'plain\té\r\n10%\r100%\n\x1b[2J\x1b]0;title\x07a\u202eb\n\x00\n';
  expect(inertText(text)).toBe('plain\té\n100%\na⟨U+202E⟩b\n␀\n');
  expect(inertText(text).match(UNSEEN)).toBeNull();
  expect(text.match(UNSEEN)).not.toBeNull();
  expect(inertText('')).toBe('');
});

it('is not slowed down by hostile escapes', () => {
  expect(inertText('\x1b]'.repeat(500_000)).length).toBeLessThan(2_000_000);
});
