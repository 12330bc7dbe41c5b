/** However much comes at once, so many pieces are redacted in one turn of the event loop, and in their order. */
import { describe, expect, it } from 'vitest';
import { buildRedactor } from '../../redaction/index.ts';
import { Output } from './output.ts';
import { createOutputTurns, type OutputTurns } from './output-turns.ts';

const KIB = 1024;
/** What is redacted at once. */
const PIECE = 16 * KIB;
const redactor = buildRedactor([{ name: 'KEY', value: 'correct-horse-battery' }]);

/** Turns that end when the test says so. */
function turnsByHand(piecesPerTurn: number) {
  let used = 0;
  const waiting: (() => void)[] = [];
  const turns: OutputTurns = {
    hasRoom: () => used++ < piecesPerTurn,
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
  };
  const nextTurn = async (): Promise<void> => {
    used = 0;
    for (const go of waiting.splice(0)) go();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { turns, nextTurn, waits: () => waiting.length > 0 };
}

function outputOf(turns: OutputTurns, passed: (bytes: number) => void = () => undefined): Output {
  return new Output(redactor, () => Promise.resolve(redactor), { passed }, undefined, turns);
}

describe('output', () => {
  it('is taken at once, as long as a turn has room', () => {
    const { turns } = turnsByHand(4);
    const output = outputOf(turns);
    expect(output.stdout(Buffer.from('<correct-horse-battery>'))).toBeUndefined();
    expect(output.read('stdout').text).toBe('<{{KEY}}>');
  });

  it('of a megabyte is taken in many turns, none of them long, of all commands together', async () => {
    const { turns, nextTurn, waits } = turnsByHand(4);
    const line = `${'\\u0054&amp;%25'.repeat(10)} correct-horse-battery\n`;
    const text = line.repeat(Math.ceil((1024 * KIB) / line.length));
    const outputs = [outputOf(turns), outputOf(turns)];
    const taken = outputs.map((output) => output.stdout(Buffer.from(text)));
    let count = 1;
    for (; waits(); count++) await nextTurn();
    await Promise.all(taken);
    expect(count).toBeGreaterThanOrEqual((2 * text.length) / (4 * PIECE));
    for (const output of outputs) {
      output.end();
      expect(output.read('stdout').text).toBe(text.replaceAll('correct-horse-battery', '{{KEY}}'));
    }
  });

  it('keeps its order: what was printed, where a step began, what was left out', async () => {
    const { turns, nextTurn, waits } = turnsByHand(1);
    const output = outputOf(turns);
    output.beginStep(1, 0);
    const taken = [output.stdout(Buffer.from('one correct-horse'))];
    taken.push(output.stdout(Buffer.from('-battery\n')));
    output.beginStep(2, 7);
    taken.push(output.stdout(Buffer.from('two\n')));
    expect(output.read('stdout').text).not.toContain('two');
    while (waits()) await nextTurn();
    await Promise.all(taken);
    output.end();
    expect(output.read('stdout').text).toBe('one {{KEY}}\ntwo\n');
    expect(output.read('stdout').steps?.map(({ step, status, text }) => [step, status, text])).toEqual([
      [1, 7, 'one {{KEY}}\n'],
      [2, null, 'two\n'],
    ]);
  });

  it('is whole at its end, also where nobody waited, and nothing is counted twice', async () => {
    const { turns, nextTurn } = turnsByHand(1);
    let passed = 0;
    const output = outputOf(turns, (bytes) => {
      passed += bytes;
    });
    const taken = ['a', 'b', 'c'].map((text) => output.stdout(Buffer.from(text)));
    output.leaveOut('stdout', 5);
    void output.stdout(Buffer.from('d'));
    output.end();
    expect(output.read('stdout').text).toBe('abc\n... 5 bytes left out: more than is kept ...\nd');
    await nextTurn();
    await Promise.all(taken);
    expect(output.read('stdout').text).toMatch(/^abc\n.*\nd$/);
    expect(passed).toBe(4);
  });
});

it('a turn is full after a while, and has room again when the event loop has turned', async () => {
  let now = 0;
  const turns = createOutputTurns(() => now);
  for (const _ of [1, 2, 3]) expect(turns.hasRoom()).toBe(true);
  now += 1;
  expect(turns.hasRoom()).toBe(false);
  await turns.next();
  expect(turns.hasRoom()).toBe(true);
});
