import { describe, expect, it } from 'vitest';
import { newMasterKey } from '../../../../test/stores/new-master-key.ts';
import { CannotOpen, masterKey, open, rewrap, type Sealed, seal } from './cipher.ts';
import { createSealer, rewrapSealed } from './sealer.ts';

const key = newMasterKey();
const value = Buffer.from('hunter2 é\n');
const place = ['secret', 'user-1', 'DB_PASSWORD', '3'];

function changed(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[index] = copy[index]! ^ 1;
  return copy;
}

describe('sealed values', () => {
  it('open where they belong, and hold nothing readable', () => {
    const sealed = seal(key, value, place);
    expect(open(key, sealed, place)).toEqual(value);
    expect(Buffer.concat([sealed.ciphertext, sealed.wrappedKey]).includes('hunter2')).toBe(false);
    expect(open(key, seal(key, Buffer.alloc(0), place), place)).toHaveLength(0);
  });

  it('never look alike, though the value is the same', () => {
    const [one, other] = [seal(key, value, place), seal(key, value, place)];
    expect(one.ciphertext.equals(other.ciphertext)).toBe(false);
    expect(one.wrappedKey.equals(other.wrappedKey)).toBe(false);
  });

  it.each([
    ['another user', ['secret', 'user-2', 'DB_PASSWORD', '3']],
    ['another name', ['secret', 'user-1', 'API_KEY', '3']],
    ['an older version', ['secret', 'user-1', 'DB_PASSWORD', '2']],
    ['another kind', ['output', 'user-1', 'DB_PASSWORD', '3']],
    ['parts cut elsewhere', ['secret', 'user-1D', 'B_PASSWORD', '3']],
    ['parts joined', ['secret', 'user-1', 'DB_PASSWORD3']],
    ['nothing', []],
  ])('do not open as %s', (_, context) => {
    const sealed = seal(key, value, place);
    expect(() => open(key, sealed, context)).toThrow(CannotOpen);
    expect(() => rewrap(key, newMasterKey(), sealed, context)).toThrow(CannotOpen);
  });

  it('do not open with parts of another one of the same place', () => {
    const [one, other] = [seal(key, value, place), seal(key, value, place)];
    expect(() => open(key, { ...one, wrappedKey: other.wrappedKey }, place)).toThrow(CannotOpen);
    expect(() => open(key, { ...one, ciphertext: other.ciphertext }, place)).toThrow(CannotOpen);
  });

  it('do not open with any one bit of any byte changed', () => {
    const sealed = seal(key, value, place);
    for (const field of ['wrappedKey', 'ciphertext'] as const) {
      for (let index = 0; index < sealed[field].length; index += 1) {
        const broken: Sealed = { ...sealed, [field]: changed(sealed[field], index) };
        expect(() => open(key, broken, place), `${field} ${index}`).toThrow(CannotOpen);
      }
    }
    expect(() => open(key, { ...sealed, keyId: newMasterKey().id }, place)).toThrow(CannotOpen);
  });

  it('do not open with a tag cut short, nor with nothing at all', () => {
    const sealed = seal(key, value, place);
    for (const field of ['wrappedKey', 'ciphertext'] as const) {
      for (let length = 0; length < sealed[field].length; length += 1) {
        expect(() => open(key, { ...sealed, [field]: sealed[field].subarray(0, length) }, place)).toThrow(CannotOpen);
      }
    }
  });

  it('do not open with another master key, also one that claims the same id', () => {
    const sealed = seal(key, value, place);
    const other = newMasterKey();
    expect(() => open(other, sealed, place)).toThrow(CannotOpen);
    expect(() => open({ ...other, id: key.id }, sealed, place)).toThrow(CannotOpen);
    expect(() => open({ ...key, id: other.id }, { ...sealed, keyId: other.id }, place)).toThrow(CannotOpen);
  });

  it('say nothing about the value or the key when they do not open', () => {
    const sealed = seal(key, value, place);
    expect(() => open(key, sealed, ['x'])).toThrow(/^sealed data cannot be opened/);
  });
});

describe('rotation', () => {
  it('wraps the data key anew and leaves the ciphertext', () => {
    const next = newMasterKey();
    const sealed = seal(key, value, place);
    const rotated = { ...sealed, ...rewrap(key, next, sealed, place) };
    expect(rotated.keyId).toBe(next.id);
    expect(open(next, rotated, place)).toEqual(value);
    expect(() => open(key, rotated, place)).toThrow(CannotOpen);
    expect(() => rewrap(newMasterKey(), next, sealed, place)).toThrow(CannotOpen);
  });
});

describe('the sealer', () => {
  const sealer = createSealer(key);

  it('opens what it sealed, as one piece of bytes, and no other', () => {
    const sealed = sealer.seal(value, place);
    expect(sealer.open(sealed, place)).toEqual(value);
    for (let index = 0; index < sealed.length; index += 1) {
      expect(() => sealer.open(changed(sealed, index), place), String(index)).toThrow(CannotOpen);
      expect(() => sealer.open(sealed.subarray(0, index), place), String(index)).toThrow(CannotOpen);
    }
    expect(() => sealer.open(sealed, ['elsewhere'])).toThrow(CannotOpen);
  });

  it('can be rotated', () => {
    const next = newMasterKey();
    const rotated = rewrapSealed(key, next, sealer.seal(value, place), place);
    expect(createSealer(next).open(rotated, place)).toEqual(value);
    expect(() => sealer.open(rotated, place)).toThrow(CannotOpen);
  });
});

it('names a key by a hash of it', () => {
  const bytes = Buffer.alloc(32, 7);
  expect(masterKey(bytes).id).toMatch(/^[0-9a-f]{16}$/);
  expect(masterKey(Buffer.from(bytes)).id).toBe(masterKey(bytes).id);
  expect(masterKey(Buffer.alloc(32, 8)).id).not.toBe(masterKey(bytes).id);
  expect(() => masterKey(Buffer.alloc(16))).toThrow(RangeError);
});
