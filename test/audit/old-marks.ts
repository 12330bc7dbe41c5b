/** How the previous version sealed closings and signed checkpoints, written once more by hand. */
import { createPrivateKey, sign } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../packages/server/src/db/database.ts';
import { anyTable } from './world.ts';

export function framed(parts: readonly unknown[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const text = part === null ? Buffer.alloc(0) : Buffer.from(String(part));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part === null ? 0xffff_ffff : text.length);
      return [length, text];
    }),
  );
}

export function oldMark(head: { user_id: string; seq: number; hash: Buffer }, seed: Buffer): string {
  const mark = {
    user_id: head.user_id,
    seq: head.seq,
    hash: head.hash.toString('hex'),
    time: new Date().toISOString(),
  };
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const bytes = Buffer.from(
    JSON.stringify(['synapse audit checkpoint v1', mark.user_id, mark.seq, mark.hash, mark.time]),
  );
  return JSON.stringify({ ...mark, signature: sign(null, bytes, key).toString('base64') });
}

export async function withoutGuards(database: Database, work: () => Promise<void>): Promise<void> {
  const db = anyTable(database);
  const run = (text: string) => sql.raw(text).execute(db);
  if (database.dialect === 'postgres') {
    await run('alter table audit_entries disable trigger all');
    await work();
    await run('alter table audit_entries enable trigger all');
    return;
  }
  const kept = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_entries'`.execute(db);
  for (const { name } of kept.rows) await run(`drop trigger ${name}`);
  await work();
  for (const trigger of kept.rows) await run(trigger.sql);
}
