/** What lets a call be counted, and an entry closed, in one round trip to PostgreSQL. */
import type { Migration } from '../migration.ts';

export const fewerRoundTrips: Migration = {
  name: '040-fewer-round-trips',
  statements: (dialect) => (dialect === 'sqlite' ? [] : [EXPECT_ROW, WINDOW_WITH]),
};

const EXPECT_ROW = `
  create function expect_row(is_there boolean) returns boolean language plpgsql as $$
  begin
    if not is_there then
      raise exception 'no row' using errcode = 'SY001';
    end if;
    return true;
  end $$`;

/**
 * A packed window (see limits/window.ts) with one more event: its distance from the last one, seven bits per byte. For
 * windows of up to half an hour.
 */
const WINDOW_WITH = `
  create function window_with(hits bytea, distance integer) returns bytea language sql immutable as $$
    select hits || case
      when distance < 128 then set_byte('\\x00', 0, distance)
      when distance < 16384 then set_byte(set_byte('\\x0000', 0, 128 + distance % 128), 1, distance / 128)
      else set_byte(set_byte(set_byte('\\x000000', 0, 128 + distance % 128), 1, 128 + distance / 128 % 128),
        2, distance / 16384)
    end
  $$`;
