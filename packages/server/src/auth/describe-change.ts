/** What was changed in an account, as the audit log says it. Never contains a password or an e-mail address. Pure. */
import type { UserRow } from './user-store.ts';

/** `before` null: the account is new. */
export function describeChange(before: UserRow | null, after: UserRow): string {
  const words = [after.username, `(${after.id})`];
  for (const field of ['plan', 'role'] as const) {
    if (before === null) words.push(`${field}=${after[field]}`);
    else if (before[field] !== after[field]) words.push(`${field}=${before[field]}->${after[field]}`);
  }
  if (before === null) return words.join(' ');
  if (before.disabled !== after.disabled) words.push(after.disabled === 1 ? 'disabled' : 'enabled');
  if (before.password_hash !== after.password_hash) words.push('password');
  if (before.email_key !== after.email_key) words.push('e-mail');
  return words.join(' ');
}
