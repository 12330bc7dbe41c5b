import { expect, it } from 'vitest';
import { ansiParts } from './ansi-parts.ts';

const parts = (line: string) => ansiParts(line, (text) => text);

it('tells the colours of a line apart', () => {
  expect(parts('a \x1b[1;31mred\x1b[0m b')).toEqual([
    { text: 'a ' },
    { text: 'red', colour: 'red', bold: true },
    { text: ' b' },
  ]);
  expect(parts('\x1b[92mok\x1b[39m.')).toEqual([{ text: 'ok', colour: 'green' }, { text: '.' }]);
});

it('makes one of eight readable colours of any other', () => {
  expect(parts('\x1b[38;5;196mx')[0]).toEqual({ text: 'x', colour: 'red' });
  expect(parts('\x1b[38;5;238mx')[0]).toEqual({ text: 'x', colour: 'grey' });
  expect(parts('\x1b[38;2;10;200;220mx')[0]).toEqual({ text: 'x', colour: 'cyan' });
  expect(parts('\x1b[38:2:240:200:20mx')[0]).toEqual({ text: 'x', colour: 'yellow' });
});

it('lets nothing hide a text', () => {
  expect(parts('\x1b[30;40mblack on black')).toEqual([{ text: 'black on black', colour: 'grey' }]);
  expect(parts('\x1b[8mconcealed\x1b[7minverted\x1b[48;5;0mdark')).toEqual([
    { text: 'concealed' },
    { text: 'inverted' },
    { text: 'dark' },
  ]);
});

it('takes any numbers', () => {
  for (const codes of ['', ';;;', '38', '38;5', '38;2;1', '999', '38;5;99999']) {
    expect(parts(`\x1b[${codes}mx`)[0]?.text, codes).toBe('x');
  }
});
