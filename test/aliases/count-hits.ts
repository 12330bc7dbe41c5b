/** A process of its own that counts hits of an alias: `count-hits.ts <where as JSON> <user> <code> <times>`. */
import { createAliases } from '../../packages/server/src/aliases/aliases.ts';
import { openDatabase } from '../../packages/server/src/db/open.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';

const [where, userId, code, times] = process.argv.slice(2) as [string, string, string, string];
const database = openDatabase(JSON.parse(where));
const aliases = createAliases(database, Date.now);
for (let hit = 0; hit < Number(times); hit++) await aliases.countHit(personalWorkspaceId(userId ?? ''), code);
await database.close();
