/** The table of roles, cell by cell: every call about a crew, by every role and by somebody who is no member. */
import { expect, it } from 'vitest';
import { describeServiceOnBoth, newCrew, ROLES } from './on-both.ts';

/** The lowest role that each call takes, as the contract says it; the first line that fits counts. */
const LOWEST: readonly [RegExp, (typeof ROLES)[number]][] = [
  [/^(PATCH|DELETE) \/crews\/\{crew\}$/, 'owner'],
  [/^GET .*\/members$/, 'watcher'],
  [/\/(members|invitations)/, 'owner'],
  [/^POST .*\/reviews\/\{id\}$/, 'keeper'],
  [/^(GET|POST) \/crews\/\{crew\}\/requests$/, 'watcher'],
  // Who answers depends on what is asked for.
  [/^POST .*\/requests\/\{id\}$/, 'watcher'],
  [/^GET \/crews\/\{crew\}\/access$/, 'owner'],

  [/^POST .*\/synapse\/(explain|explain\/typed|policy\/check|look)$/, 'watcher'],
  [/^GET .*\/synapse\/audit\/(export|verify)$/, 'keeper'],
  [/^GET .*\/synapse\/machines\/\{slug\}\/(file|folder|containers)$/, 'operator'],
  [/^GET .*\/synapse\/notifications$/, 'keeper'],
  [/^(GET) /, 'watcher'],

  // Another crew gets the machine, and the secrets that it uses.
  [/^POST .*\/machines\/\{slug\}\/move$/, 'owner'],
  [/^PUT .*\/machines\/\{slug\}\/file$/, 'operator'],
  [/^POST .*\/synapse\/(exec|exec-many|copy|freeze)$/, 'operator'],
  [/^POST .*\/executions\/\{id\}\/cancel$/, 'operator'],
  [/^POST .*\/approvals\/\{id\}$/, 'operator'],
  [/^(POST|DELETE) .*\/synapse\/grants/, 'operator'],
  [/\/tda\/(projects|journal)/, 'operator'],

  [/\/synapse\/(machines|secrets|aliases|alias-suggestions|filters|policy|freeze|notifications)/, 'keeper'],
];

const OPENED = 404;

describeServiceOnBoth('roles', (running) => {
  it('every call about a crew is allowed to the roles that the table names, and to nobody else', async () => {
    const service = running();
    type Document = { paths: Record<string, Record<string, unknown>> };
    const { body: document } = await service.call<Document>('GET', '/openapi.json');
    const calls = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/crews/{crew}'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(calls.length).toBeGreaterThan(100);
    // What the prefix is for: every call of a workspace of one's own exists in crews.
    const own = Object.entries(document.paths)
      .filter(([path]) => /^\/(?:synapse|tda\/(?:projects|journal))(?:\/|$)/.test(path))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(own.filter((call) => !calls.includes(call.replace(' ', ' /crews/{crew}')))).toEqual([]);
    const unnamed = calls.filter((call) => !LOWEST.some(([pattern]) => pattern.test(call)));
    expect(unnamed).toEqual([]);

    const { slug, members, stranger } = await newCrew(service);
    const wrong: string[] = [];
    for (const call of calls) {
      const [method, path] = call.split(' ') as [string, string];
      // Streams stay open; what each of them takes is the same as what its output takes.
      if (/\/(?:stream|events)$/.test(path)) continue;
      const lowest = LOWEST.find(([pattern]) => pattern.test(call))![1];
      const url = path
        .replace('{crew}', slug)
        .replace('{username}', 'nobody-of-this-name')
        .replace('{code}', 'zzz')
        .replace('{kind}', 'slack')
        .replace('{name}', 'NOT_THERE')
        .replace(/\{\w+\}/g, '999999');
      for (const who of [...ROLES, 'stranger'] as const) {
        const { session } = who === 'stranger' ? stranger : members[who];
        const given = method === 'GET' ? {} : { body: {} };
        const { status, body } = await service.call<{ code?: string }>(method, url, { token: session, ...given });
        const isAllowed = who !== 'stranger' && ROLES.indexOf(who) >= ROLES.indexOf(lowest);
        // A member who may is told what is wrong with the empty call, or that there is no such thing.
        const fits =
          who === 'stranger'
            ? status === OPENED && body.code === 'not_found'
            : isAllowed
              ? body.code !== 'role_required' && body.code !== 'plan_required'
              : status === 403 && body.code === 'role_required';
        if (!fits) wrong.push(`${call} as ${who}: ${status} ${body.code ?? ''}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
