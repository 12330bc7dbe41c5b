import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameReader, type Piece } from './frames.ts';

function frame(source: number, bytes: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt8(source, 0);
  header.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([header, bytes]);
}

/** Joins neighbouring pieces of one source, because it does not matter how they were cut. */
function joined(pieces: readonly Piece[]): [Piece['from'], string][] {
  const all: [Piece['from'], string][] = [];
  for (const { from, bytes } of pieces) {
    const last = all.at(-1);
    if (last?.[0] === from) last[1] += bytes.toString('latin1');
    else all.push([from, bytes.toString('latin1')]);
  }
  return all;
}

/** Cuts into chunks of these lengths, over and over. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length]!;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
}

describe('FrameReader', () => {
  test('gives the same bytes of each stream however the connection cuts them', () => {
    const frames = fc.array(fc.tuple(fc.constantFrom(1, 2, 3), fc.uint8Array({ maxLength: 40 })), { maxLength: 12 });
    const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(frames, lengths, (parts, sizes) => {
        const wire = Buffer.concat(parts.map(([source, bytes]) => frame(source, Buffer.from(bytes))));
        const reader = new FrameReader();
        const read = cut(wire, sizes).flatMap((chunk) => reader.push(chunk));
        const meant = parts.map(([source, bytes]) => ({
          from: source === 1 ? ('stdout' as const) : ('stderr' as const),
          bytes: Buffer.from(bytes),
        }));
        expect(joined(read)).toEqual(joined(meant.filter(({ bytes }) => bytes.length > 0)));
      }),
    );
  });

  test('passes on a large frame as it comes, without waiting for its end', () => {
    const reader = new FrameReader();
    const header = frame(1, Buffer.alloc(0));
    header.writeUInt32BE(0xffff_ffff, 4);
    expect(reader.push(Buffer.concat([header, Buffer.from('begin')]))).toEqual([
      { from: 'stdout', bytes: Buffer.from('begin') },
    ]);
  });

  test('passes on whole what is not in frames', () => {
    const text = 'OCI runtime exec failed: exec: "/bin/sh": no such file or directory';
    for (const sizes of [[1], [3, 5], [100]]) {
      const reader = new FrameReader();
      const read = cut(Buffer.from(text), sizes).flatMap((chunk) => reader.push(chunk));
      expect(joined(read)).toEqual([['raw', text]]);
    }
  });
});
