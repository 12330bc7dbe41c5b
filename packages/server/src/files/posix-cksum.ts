/** What the program `cksum` prints for some bytes: the CRC of POSIX, which also counts the length, and the length. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

export function posixCksum(bytes: Uint8Array): string {
  let crc = 0;
  const take = (byte: number): void => {
    crc = ((crc << 8) ^ TABLE[((crc >>> 24) ^ byte) & 0xff]!) >>> 0;
  };
  for (const byte of bytes) take(byte);
  for (let length = bytes.length; length > 0; length = Math.floor(length / 256)) take(length % 256);
  return `${~crc >>> 0} ${bytes.length}`;
}
