/** In the database: not what a person only looked at in the page's file browser, as `isBrowsed` tells. */
import { BROWSED } from '@synapse/contract';
import { type SqlBool, sql } from 'kysely';

const begins = BROWSED.map((begin) => sql`substr(command_template, 1, ${sql.lit(begin.length)}) = ${sql.lit(begin)}`);

export const NOT_BROWSED = sql<SqlBool>`not (source = 'app' and (${sql.join(begins, sql` or `)}))`;
