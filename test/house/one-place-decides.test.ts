/** Who may do what is decided by `can` and its table alone: whoever compares roles or owners elsewhere is counted here. */
import { expect, it } from 'vitest';
import { SERVER, SOURCES, textOf } from './sources.ts';

const ACCESS = `${SERVER}access/access.ts`;
const TABLE = 'packages/contract/src/crew-roles.ts';
const server = SOURCES.filter((file) => file.startsWith(SERVER));
const handlers = server.filter((file) => file.startsWith(`${SERVER}http/`));

/** `file: line` of every line that is written so. */
function lines(files: readonly string[], written: RegExp): string[] {
  return files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => written.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/.test(line))
      .map((line) => `${file.slice(SERVER.length)}: ${line.trim()}`),
  );
}

it('the order of roles is read by the table and by who asks it, and by nobody else', () => {
  const readers = SOURCES.filter((file) => /\b(?:roleAllows|isAtLeast|CREW_ROLES\.indexOf)\b/.test(textOf(file)));
  expect(readers.filter((file) => !file.startsWith('packages/web/')).toSorted()).toEqual([TABLE, ACCESS].toSorted());
});

it('no handler names a role of a crew, or compares one', () => {
  expect(lines(handlers, /'(?:watcher|operator|keeper|owner)'/)).toEqual([]);
  const compared = lines(handlers, /\brole\b\s*(?:===|!==|<|>)/);
  // The role on the instance, which is another thing: an administrator.
  expect(compared.filter((line) => !line.includes("'admin'"))).toEqual([]);
});

it('no handler compares whose something is', () => {
  const compared = lines(
    handlers,
    /\b(?:user_?[iI]d|workspace_?[iI]d|actor_?[iI]d|user\.id|workspace\.id)\b\s*(?:===|!==)/,
  );
  // It only says whose an entry is, where that is not the reader.
  expect(compared).toEqual([
    'http/rest/audit.ts: const whose = workspaceId === null || workspaceId === own ? {} : { user_id: workspaceId };',
  ]);
});

it('every call about a crew says what it takes of a member, in one list', () => {
  const routes = textOf(`${SERVER}http/routes.ts`);
  const own = [...routes.matchAll(/^\s*(.*)\(`\$\{CREW_PREFIX\}/gm), ...routes.matchAll(/^\s*(.*)\(CREW_PREFIX,/gm)];
  expect(own.length).toBeGreaterThan(10);
  for (const [line, before] of own) expect(before, line).toMatch(/^takes\('[a-z-]+', /);
});

it('roles are compared elsewhere only where a membership itself is changed, or read from the database', () => {
  const named = server.filter((file) => !file.includes('/migrations/') && /'(?:watcher|operator)'/.test(textOf(file)));
  expect(named.map((file) => file.slice(SERVER.length)).toSorted()).toEqual([
    // What a token of a member can reach, and whose questions end: both in SQL, over many rows.
    'access/membership-store.ts',
    'approvals/approval-store.ts',
  ]);
});
