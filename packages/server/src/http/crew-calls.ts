/**
 * The calls that exist in crews too, under `/crews/{crew}`, and what each takes of a member. The router looks up the
 * role and compares it with this: no handler does.
 */
import { type CrewAction, ITEM_KINDS, ITEMS } from '@synapse/contract';

/** Before the address of a call that is about a crew. */
export const CREW_PREFIX = '/crews/:crew';

const CALLS: Readonly<Record<string, CrewAction>> = {
  'GET /synapse/policy': 'read',
  'PUT /synapse/policy': 'write-policy',
  'POST /synapse/policy/check': 'read',
  'POST /synapse/policy/replay': 'write-policy',

  'GET /synapse/machines': 'read',
  'POST /synapse/machines': 'write-machines',
  'GET /synapse/machines/:slug': 'read',
  'PATCH /synapse/machines/:slug': 'write-machines',
  'DELETE /synapse/machines/:slug': 'write-machines',
  'POST /synapse/machines/:slug/confirm': 'write-machines',
  'POST /synapse/machines/:slug/move': 'move-machines',
  'POST /synapse/machines/:slug/enrollment': 'write-machines',
  'GET /synapse/machine-health': 'read',
  'POST /synapse/machines/:slug/test': 'write-machines',
  'GET /synapse/machines/:slug/containers': 'run',
  'POST /synapse/machines/check': 'write-machines',

  'GET /synapse/secrets': 'read',
  'POST /synapse/secrets': 'write-secrets',
  'GET /synapse/secret-reminders': 'read',
  'PATCH /synapse/secrets/:name': 'write-secrets',
  'PUT /synapse/secrets/:name': 'write-secrets',
  'DELETE /synapse/secrets/:name': 'write-secrets',

  'GET /synapse/aliases': 'read',
  'PUT /synapse/aliases/:code': 'write-aliases',
  'DELETE /synapse/aliases/:code': 'write-aliases',
  'POST /synapse/aliases/:code/rename': 'write-aliases',
  'POST /synapse/aliases/seed': 'write-aliases',
  'POST /synapse/aliases/mine': 'write-aliases',
  'GET /synapse/alias-suggestions': 'read',
  'POST /synapse/alias-suggestions/:id/accept': 'write-aliases',
  'POST /synapse/alias-suggestions/:id/reject': 'write-aliases',

  'GET /synapse/stats': 'read-log',
  'GET /synapse/stats/breakdown': 'read-log',

  'GET /synapse/filters': 'read',
  'PUT /synapse/filters/:name': 'write-filters',
  'DELETE /synapse/filters/:name': 'write-filters',

  'GET /synapse/approvals': 'read',
  'GET /synapse/approvals/:id': 'read',
  'POST /synapse/approvals/:id': 'run',

  'GET /synapse/grants': 'read',
  'POST /synapse/grants': 'run',
  'DELETE /synapse/grants/:id': 'run',
  'GET /synapse/notifications': 'write-channels',
  'PUT /synapse/notifications': 'write-channels',
  'POST /synapse/notifications/test': 'write-channels',
  'PATCH /synapse/notifications/:kind': 'write-channels',
  'DELETE /synapse/notifications/:kind': 'write-channels',

  'POST /synapse/freeze': 'freeze',
  'GET /synapse/freeze': 'read',
  'DELETE /synapse/freeze/:id': 'lift-freeze',

  'POST /synapse/exec': 'run',
  'POST /synapse/exec-many': 'run',
  'POST /synapse/copy': 'run',
  'POST /synapse/look': 'look',
  'POST /synapse/explain': 'read',
  'POST /synapse/explain/typed': 'read',
  'GET /synapse/machines/:slug/file': 'run',
  'PUT /synapse/machines/:slug/file': 'run',
  'GET /synapse/machines/:slug/folder': 'run',
  'GET /synapse/executions/:id': 'read-log',
  'POST /synapse/executions/:id/cancel': 'run',
  'GET /synapse/executions/:id/output': 'read-log',
  'GET /synapse/executions/:id/output-order': 'read-log',
  'GET /synapse/executions/:id/stream': 'read-log',
  'GET /synapse/jobs': 'read',
  'GET /synapse/executions': 'read-log',
  'GET /synapse/outputs/search': 'read-log',
  'GET /synapse/executions/:id/entry': 'read-log',
  'GET /synapse/events': 'read-log',
  'GET /synapse/connection': 'read',
  'GET /synapse/mcp-bundle': 'read',
  'GET /synapse/audit/export': 'check-log',
  'GET /synapse/audit/verify': 'check-log',

  'GET /tda/projects': 'read',
  'POST /tda/projects': 'write-projects',
  'GET /tda/projects/:id': 'read',
  'PATCH /tda/projects/:id': 'write-projects',
  'DELETE /tda/projects/:id': 'write-projects',
  'GET /tda/projects/:id/context': 'read',
  ...Object.fromEntries(
    ITEM_KINDS.flatMap((kind): [string, CrewAction][] => {
      const path = `/tda/projects/:id/${ITEMS[kind].list}`;
      return [
        [`GET ${path}`, 'read'],
        [`POST ${path}`, 'write-projects'],
        [`GET ${path}/:itemId`, 'read'],
        [`PATCH ${path}/:itemId`, 'write-projects'],
        [`DELETE ${path}/:itemId`, 'write-projects'],
      ];
    }),
  ),
  'POST /tda/projects/:id/ideas/:itemId/promote': 'write-projects',
  'POST /tda/projects/:id/services/:itemId/close': 'write-projects',
  'GET /tda/projects/:id/packs/:itemId/context': 'read',

  'POST /tda/journal/git-commit': 'write-projects',
  // A token of the member's own: the address that a hook calls says whose journal it writes.
  'POST /tda/journal/tokens': 'write-projects',
  'GET /tda/journal/tokens': 'read',
  'DELETE /tda/journal/tokens/:id': 'write-projects',
  'GET /tda/journal': 'read',
  'POST /tda/journal': 'write-projects',
  'GET /tda/journal/timeline': 'read',
  'GET /tda/journal/export': 'read',
};

interface Called {
  readonly method: string;
  readonly path: string;
}

/** The same routes, and once more for crews. */
export const withCrews = <R extends Called>(routes: readonly R[]): (R & { readonly crew?: CrewAction })[] => [
  ...routes,
  ...routes.flatMap((route) => {
    const crew = CALLS[`${route.method} ${route.path}`];
    return crew === undefined ? [] : [{ ...route, path: CREW_PREFIX + route.path, crew }];
  }),
];
