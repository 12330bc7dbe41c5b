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
