/** Holds an instance that stops in the moment in which it gives a command to another one. */

import type pg from 'pg';
import { expect } from 'vitest';
import { LATE } from './hand-over-rig.ts';

const LOCK = 815;

export interface HeldGifts {
  /** Somebody is about to give something away, and waits. */
  reached(): Promise<void>;
  /** Lets it be given. */
  release(): Promise<void>;
  /** Who came forward for what was given last. */
  heir(): Promise<string>;
}

export async function holdGifts(database: pg.Client): Promise<HeldGifts> {
  await database.query(`create table if not exists given (heir text, at bigserial);
    create or replace function hold_gift() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${LOCK});
        insert into given (heir) values (new.heir);
        return null;
      end $$;
    create or replace trigger hold_gift after update on hand_overs for each row
      when (old.sealed is null and new.sealed is not null) execute function hold_gift();
    select pg_advisory_lock(${LOCK})`);
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return {
    reached: () => expect.poll(async () => (await database.query(waiting)).rowCount, LATE).toBe(1),
    release: async () => void (await database.query(`select pg_advisory_unlock(${LOCK})`)),
    heir: async () => (await database.query('select heir from given order by at desc limit 1')).rows[0]?.heir,
  };
}
