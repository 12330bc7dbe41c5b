/**
 * What mining and statistics cost when the log is long: a million executions of one user in an SQLite file, mined by a
 * process of its own whose peak memory is measured, compared with counting all of them again.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { createAliases } from '../packages/server/src/aliases/aliases.ts';
import { createSuggestions } from '../packages/server/src/aliases/suggestions.ts';
import { DAY_MS } from '../packages/server/src/clock.ts';
import { migrate } from '../packages/server/src/db/migrate.ts';
import { openDatabase } from '../packages/server/src/db/open.ts';
import { personalWorkspaceId } from '../packages/server/src/ids.ts';
import { createBreakdown } from '../packages/server/src/stats/breakdown.ts';
import { createStats } from '../packages/server/src/stats/stats.ts';

/** A call answers after a moment with how far it is; here it is to be timed to its end. */
const TO_THE_END = { waitMs: 3_600_000, keepMs: 0, atOnce: 1 };
const EXECUTIONS = Number(process.env.EXECUTIONS ?? 1_000_000);
const DAYS = 60;
const USER = personalWorkspaceId('user');

const PROGRAMS = [
  'docker logs --tail 100',
  'kubectl -n prod logs',
  'systemctl status',
  'tail -n 200',
  'git show',
  'npm run',
];
const ALIASES = ['gst', 'dcl', 'nrt', null, null, null, null, null];

/** A few commands often, many rarely, and a tenth that never come again. */
function commandAt(index: number): string {
  const dice = (index * 2_654_435_761) % 1000;
  if (dice < 500) return `${PROGRAMS[dice % PROGRAMS.length]} target-${dice % 20}`;
  if (dice < 900) return `${PROGRAMS[dice % PROGRAMS.length]} service-${(index * 7919) % 3000} --verbose`;
  return `grep -rn "needle ${index}" src/part-${dice}`;
}

async function fill(dataDir: string): Promise<void> {
  const database = openDatabase({ databaseUrl: null, dataDir });
  await migrate(database);
  await database.close();
  const raw = new SQLite(join(dataDir, 'synapse.db'));
  raw.pragma('synchronous = OFF');
  raw.exec(`insert into users values ('${USER}', 'u', 'u', '', 'pro', 'member', 0, 0, 1, 1)`);
  const insert = raw.prepare(
    `insert into audit_entries (workspace_id, seq, id, execution_id, created_at, source, machine, command_template, alias,
       typed_chars, prev_hash, hash, instance_id, status, exit_code, filter, saved_tokens)
     values (?, ?, ?, ?, ?, 'mcp', 'web', ?, ?, ?, x'00', x'00', 'i', 'done', ?, ?, ?)`,
  );
  const start = Date.now() - (DAYS - 1) * DAY_MS;
  raw.transaction(() => {
    for (let index = 0; index < EXECUTIONS; index++) {
      const command = commandAt(index);
      const at = start + Math.floor((index / EXECUTIONS) * (DAYS - 1) * DAY_MS);
      const alias = ALIASES[index % ALIASES.length] ?? null;
      const typed = alias === null ? command.length : 10;
      const saved = index % 3 === 0 ? 120 : 0;
      const filter = saved === 0 ? null : 'docker-logs';
      insert.run(
        USER,
        index + 1,
        `i${index}`,
        `e${index}`,
        at,
        command,
        alias,
        typed,
        index % 20 === 0 ? 1 : 0,
        filter,
        saved,
      );
    }
  })();
  raw.exec(`insert into audit_heads values ('${USER}', ${EXECUTIONS}, x'00', 0)`);
  raw.exec(`insert into daily_usage select workspace_id, created_at / ${DAY_MS}, count(*), count(filter), sum(saved_tokens),
    count(alias), sum(case when alias is null then 0 else length(command_template) - typed_chars end)
    from audit_entries group by 1, 2`);
  raw.exec(`insert into daily_alias_usage select workspace_id, created_at / ${DAY_MS}, alias, count(*)
    from audit_entries where alias is not null group by 1, 2, 3`);
  raw.close();
}

async function measure(dataDir: string): Promise<void> {
  const database = openDatabase({ databaseUrl: null, dataDir });
  const suggestions = createSuggestions(database, Date.now, createAliases(database, Date.now), TO_THE_END);
  const stats = createStats(database, Date.now);
  const atRest = process.resourceUsage().maxRSS / 1024;
  let longestTurn = 0;
  let turn = performance.now();
  const beat = setInterval(() => {
    longestTurn = Math.max(longestTurn, performance.now() - turn);
    turn = performance.now();
  }, 1);
  const first = await timed(() => suggestions.mine(USER, { days: 30, min_count: 3 }));
  const firstTurn = longestTurn;
  clearInterval(beat);
  const peak = process.resourceUsage().maxRSS / 1024;
  const again = await timed(() => suggestions.mine(USER, { days: 30, min_count: 3 }));
  print(`mining ${EXECUTIONS} executions: ${seconds(first.ms)}, ${first.value.suggestions.length} suggestions`);
  print(
    `  peak memory of the process ${peak.toFixed(0)} MB (${atRest.toFixed(0)} MB before), longest turn ${firstTurn.toFixed(0)} ms`,
  );
  print(`mining again: ${seconds(again.ms)}, ${(first.ms / again.ms).toFixed(0)}x faster`);
  const answers: number[] = [];
  for (let round = 0; round < 50; round++) {
    const query = { days: 365, group_by: 'day' as const };
    answers.push((await timed(() => stats.answer({ workspaceId: USER, role: 'member' }, query))).ms);
  }
  const breakdown = createBreakdown(database, Date.now, TO_THE_END);
  longestTurn = 0;
  turn = performance.now();
  const secondBeat = setInterval(() => {
    longestTurn = Math.max(longestTurn, performance.now() - turn);
    turn = performance.now();
  }, 1);
  const whole = await timed(() => breakdown(USER, { days: 30 }));
  clearInterval(secondBeat);
  const broken = await timed(() => breakdown(USER, { days: 365 }));
  await database.close();
  const raw = new SQLite(join(dataDir, 'synapse.db'), { readonly: true });
  const recount = raw.prepare(
    `select count(*), count(filter), sum(saved_tokens) from audit_entries where workspace_id = ?`,
  );
  const counted = await timed(async () => recount.get(USER));
  raw.close();
  print(
    `breakdown by filter, alias and command: ${seconds(whole.ms)} the first time, longest turn ${longestTurn.toFixed(0)} ms`,
  );
  print(`  asked again, over a year: ${broken.ms.toFixed(0)} ms`);
  const median = answers.sort((a, b) => a - b)[25]!;
  print(
    `statistics: ${median.toFixed(2)} ms, slowest ${answers.at(-1)!.toFixed(2)} ms; a recount ${(counted.ms / median).toFixed(0)}x as long`,
  );
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const [measured] = process.argv.slice(2);
if (measured !== undefined) {
  await measure(measured);
} else {
  const dataDir = mkdtempSync(join(tmpdir(), 'synapse-mining-'));
  try {
    await fill(dataDir);
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), dataDir], { stdio: 'inherit' });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
