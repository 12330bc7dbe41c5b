import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactedFromStore } from '../../redaction/index.ts';
import { capText } from './cap-text.ts';

it('leaves short text alone', () => {
  expect(capText(redactedFromStore('short'), 1000, 'id')).toEqual({ text: 'short', capped: false });
});

it('cuts from the first character beyond the bound', () => {
  const of = (length: number) => capText(redactedFromStore('x'.repeat(length)), 300, 'id');
  expect(of(300)).toEqual({ text: 'x'.repeat(300), capped: false });
  expect(of(301).capped).toBe(true);
  expect(of(301).text.length).toBeLessThanOrEqual(300);
});

it('has room for its marker under the smallest bound [C5-RETURN-CAP]', () => {
  const { text } = capText(redactedFromStore('x'.repeat(8 * 1024 * 1024)), 100, '01m7exnpntjphvpd55nmqaz62v');
  expect(text.length).toBeLessThanOrEqual(100);
  expect(text).toMatch(/^x+\n… \d+ characters left out \(synapse_get_output execution_id=01m7\w+\) …\nx+$/);
});

it('keeps head and tail within the bound, with the true count and the way to the rest', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 300, maxLength: 2000 }),
      fc.integer({ min: 200, max: 299 }),
      (text, max) => {
        const { text: shown, capped } = capText(redactedFromStore(text), max, 'abc');
        expect(capped).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(max);
        const match = /\n… (\d+) characters left out \(synapse_get_output execution_id=abc\) …\n/.exec(shown)!;
        const [head, tail] = [shown.slice(0, match.index), shown.slice(match.index + match[0].length)];
        expect(head.length + Number(match[1]) + tail.length).toBe(text.length);
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect(head.isWellFormed() && tail.isWellFormed()).toBe(true);
      },
    ),
  );
});
