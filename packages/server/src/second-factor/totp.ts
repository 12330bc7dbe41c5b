/** Codes that change every 30 seconds (RFC 6238), as every authenticator app makes them. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const STEP_MS = 30_000;
const DIGITS = 6;
/** A code may be one step late or early: clocks differ, and typing takes time. */
const SKEW = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function codeAt(secret: Buffer, step: number): string {
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(moment).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step of which this is the code. Null if it is none that may be used now. */
export function stepOf(secret: Buffer, code: string, now: number): number | null {
  if (!new RegExp(`^\\d{${DIGITS}}$`).test(code)) return null;
  const current = Math.floor(now / STEP_MS);
  let found: number | null = null;
  // All are compared, so that the time taken tells nothing.
  for (let step = current - SKEW; step <= current + SKEW; step++) {
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) found = step;
  }
  return found;
}

/** As people type it into an app that cannot read a picture. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** What the picture says. */
export function otpauthUri(secret: Buffer, username: string, service: string): string {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret: toBase32(secret), issuer: service })}`;
}
