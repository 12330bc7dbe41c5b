/** Padding between columns: as little as still shows where a cell ends. */
import { describe, expect, it } from 'vitest';
import { namePointers, shrinkPadding } from './shrink-padding.ts';

describe('padding', () => {
  it('is one blank where no cell has blanks', () => {
    expect(shrinkPadding(['a      b   c', 'dd     e   f', 'g      hh  i'])).toEqual(['a b c', 'dd e f', 'g hh i']);
  });

  it('is two blanks where a cell has blanks', () => {
    const rows = ['pvmove      Move extents', 'pvremove    Remove labels', 'pvs         List them'];
    expect(shrinkPadding(rows)).toEqual(['pvmove  Move extents', 'pvremove  Remove labels', 'pvs  List them']);
  });

  it('is one blank beside the sign of a pair', () => {
    expect(shrinkPadding(['Block size:          8192 bytes'])).toEqual(['Block size: 8192 bytes']);
    expect(shrinkPadding(['Sample rate      : 8000 Hz'])).toEqual(['Sample rate : 8000 Hz']);
  });

  it('stays above a caret', () => {
    const lines = ['a      b   c', '       ^'];
    expect(shrinkPadding(lines)).toEqual(lines);
  });
});

describe('a pointer', () => {
  it('that stands far to the right says its columns', () => {
    expect(namePointers([`${' '.repeat(43)}^`, `${' '.repeat(20)}^~~`])).toEqual(['^ column 44', '^ columns 21-23']);
  });

  it('into the line that was quoted before does not quote it again', () => {
    const quoted = 'The gate of lane 4 is open from 9 to 17, they said.';
    const other = 'The gate of lane 5 is open from 9 to 17, they said.';
    expect(
      namePointers([
        'W1',
        quoted,
        '    ^',
        'W2',
        quoted,
        `${' '.repeat(20)}^~~`,
        'W3',
        other,
        '  ^',
        'W4',
        quoted,
        '   ^',
      ]),
    ).toEqual([
      'W1',
      quoted,
      '    ^',
      'W2',
      '^ columns 21-23 of the same line',
      'W3',
      other,
      '  ^',
      'W4',
      quoted,
      '   ^',
    ]);
    expect(namePointers(['x = 1', ' ^', 'x = 1', ' ^'])).toEqual(['x = 1', ' ^', 'x = 1', ' ^']);
  });

  it('stays where it is near, or where there is more than it', () => {
    const lines = ['    ^', `${' '.repeat(30)}^ expected here`, `  |${' '.repeat(30)}^`];
    expect(namePointers(lines)).toEqual(lines);
  });
});
