/** Every REST route of the service, on one screen. `/tda/mcp`, `/mcp`, `/oauth/…` and `/agent/…` have files of their own. */
import { type CrewAction, ITEM_KINDS, ITEMS } from '@synapse/contract';
import { CREW_PREFIX, withCrews } from './crew-calls.ts';
import type { Endpoint } from './endpoint.ts';
import * as aliases from './rest/aliases.ts';
import * as approvals from './rest/approvals.ts';
import * as audit from './rest/audit.ts';
import * as auth from './rest/auth.ts';
import * as sessions from './rest/auth.ts';
import { type CallServices, getConnection } from './rest/connection.ts';
import * as connections from './rest/connections.ts';
import * as crews from './rest/crews.ts';
import { type ExecManyServices, execMany } from './rest/exec-many.ts';
import * as executions from './rest/executions.ts';
import * as factors from './rest/factors.ts';
import * as files from './rest/files.ts';
import { type CopyServices, copyFile } from './rest/files.ts';
import * as filters from './rest/filters.ts';
import * as freezes from './rest/freezes.ts';
import * as health from './rest/health.ts';
import { getStatus, type StatusServices } from './rest/health.ts';
import { getJobs, type JobServices } from './rest/jobs.ts';
import * as journal from './rest/journal.ts';
import * as journalTokens from './rest/journal.ts';
import * as machines from './rest/machines.ts';
import { type BundleServices, getMcpBundle } from './rest/mcp-bundle.ts';
import * as overview from './rest/overview.ts';
import * as passkeys from './rest/passkeys.ts';
import * as policy from './rest/policy.ts';
import * as items from './rest/project-items.ts';
import * as projects from './rest/projects.ts';
import * as secrets from './rest/secrets.ts';
import * as signInRequests from './rest/sign-in-requests.ts';
import * as signOn from './rest/single-sign-on.ts';
import * as stats from './rest/stats.ts';
import * as tokens from './rest/tokens.ts';
import * as users from './rest/users.ts';

export type Services = auth.AuthServices &
  sessions.SessionServices &
  signInRequests.SignInRequestServices &
  factors.FactorServices &
  passkeys.PasskeyServices &
  signOn.SignOnServices &
  tokens.TokenServices &
  connections.ConnectionServices &
  CallServices &
  users.UserServices &
  machines.MachineServices &
  secrets.SecretServices &
  executions.ExecutionServices &
  files.FileServices &
  ExecManyServices &
  CopyServices &
  JobServices &
  filters.FilterServices &
  freezes.FreezeServices &
  approvals.ApprovalRouteServices &
  policy.PolicyServices &
  health.HealthServices &
  StatusServices &
  audit.AuditServices &
  aliases.AliasServices &
  stats.StatsServices &
  projects.ProjectServices &
  items.ItemServices &
  journal.JournalServices &
  journalTokens.JournalTokenServices &
  overview.OverviewServices &
  crews.CrewServices &
  BundleServices;

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly endpoint: Endpoint;
  /**
   * Its answer is what a person typed, for them to edit. It is sent as it is to people with the right; otherwise saving one change
   * would change more. This is what editing takes of a member of a crew: others read it redacted.
   */
  readonly asTyped?: CrewAction;
  /** What only a person decides, and what would make another session that may: not for a limited session. */
  readonly inPerson?: true;
  /** What it takes of a member, where it is about a crew. Nothing: no crew has it. */
  readonly crew?: CrewAction;
}

const get = (path: string, endpoint: Endpoint): Route => ({ method: 'GET', path, endpoint });
const post = (path: string, endpoint: Endpoint): Route => ({ method: 'POST', path, endpoint });
const put = (path: string, endpoint: Endpoint): Route => ({ method: 'PUT', path, endpoint });
const patch = (path: string, endpoint: Endpoint): Route => ({ method: 'PATCH', path, endpoint });
const del = (path: string, endpoint: Endpoint): Route => ({ method: 'DELETE', path, endpoint });
const asTyped = (action: CrewAction, routes: readonly Route[]): Route[] =>
  routes.map((route) => ({ ...route, asTyped: action }));
const inPerson = (route: Route): Route => ({ ...route, inPerson: true });
/** What a call takes of a member of the crew that it is about. */
const takes = (crew: CrewAction, route: Route): Route => ({ ...route, crew });

/** Every other answer is searched for secrets before it is sent. */
export const routes = (services: Services): Route[] => withCrews(ownRoutes(services));

const ownRoutes = (services: Services): Route[] => [
  post('/auth/login', auth.login(services)),
  post('/auth/session', auth.openPage(services)),
  get('/auth/me', auth.me(services)),
  patch('/auth/me', auth.changeMe(services)),
  post('/auth/logout', auth.logout(services)),
  post('/auth/password', auth.changePassword(services)),
  get('/auth/sessions', sessions.listSessions(services)),
  del('/auth/sessions', sessions.endSessions(services)),
  del('/auth/sessions/:id', sessions.endSession(services)),
  post('/auth/requests', signInRequests.beginSignIn(services)),
  post('/auth/requests/poll', signInRequests.pollSignIn(services)),
  post('/auth/requests/show', signInRequests.showSignIn(services)),
  inPerson(post('/auth/requests/answer', signInRequests.answerSignIn(services))),
  get('/auth/factors', factors.getFactors(services)),
  inPerson(post('/auth/totp', factors.beginTotp(services))),
  inPerson(post('/auth/totp/confirm', factors.confirmTotp(services))),
  inPerson(post('/auth/totp/recovery-codes', factors.renewRecoveryCodes(services))),
  inPerson(del('/auth/totp', factors.removeTotp(services))),
  inPerson(post('/auth/passkeys/new', passkeys.askForPasskey(services))),
  inPerson(post('/auth/passkeys', passkeys.addPasskey(services))),
  patch('/auth/passkeys/:id', passkeys.renamePasskey(services)),
  inPerson(del('/auth/passkeys/:id', passkeys.removePasskey(services))),
  post('/auth/passkeys/challenge', passkeys.askForSignature(services)),
  post('/auth/passkeys/session', passkeys.openWithPasskey(services)),
  get('/auth/ways', signOn.getWays(services)),
  get('/auth/single-sign-on', signOn.begin(services)),
  get('/auth/single-sign-on/callback', signOn.finish(services)),

  inPerson(post('/admin/users', users.createUser(services))),
  get('/admin/users', users.listUsers(services)),
  inPerson(patch('/admin/users/:id', users.changeUser(services))),
  inPerson(del('/admin/users/:id', users.deleteUser(services))),
  inPerson(post('/admin/users/:id/reset-sign-in', users.resetSignIn(services))),
  inPerson(post('/admin/users/:id/erase-commands', users.eraseCommands(services))),
  get('/admin/removed-users', users.listRemovedUsers(services)),
  get('/admin/health', health.getHealth(services)),
  get('/admin/status', getStatus(services)),
  post('/admin/freeze', freezes.addInstanceFreeze(services)),
  get('/admin/freeze', freezes.listInstanceFreezes(services)),
  inPerson(del('/admin/freeze/:id', freezes.liftInstanceFreeze(services))),
  ...asTyped('write-policy', [
    get('/admin/policy', policy.getInstancePolicy(services)),
    inPerson(put('/admin/policy', policy.putInstancePolicy(services))),
    get('/synapse/policy', policy.getPolicy(services)),
    inPerson(put('/synapse/policy', policy.putPolicy(services))),
  ]),
  post('/synapse/policy/check', policy.checkPolicy(services)),
  post('/synapse/policy/replay', policy.replayPolicy(services)),

  inPerson(post('/tda/ai/tokens', tokens.createToken(services))),
  inPerson(get('/tda/ai/tokens', tokens.listTokens(services))),
  del('/tda/ai/tokens/:id', tokens.revokeToken(services)),
  post('/tda/ai/tokens/emergency-revoke', tokens.emergencyRevoke(services)),
  get('/tda/ai/connections', connections.listConnections(services)),
  inPerson(patch('/tda/ai/connections/:id', connections.narrowConnection(services))),
  del('/tda/ai/connections/:id', connections.revokeConnection(services)),
  get('/oauth/consent/:uid/question', connections.getConsent(services)),
  inPerson(post('/oauth/consent/:uid/answer', connections.answerConsent(services))),

  get('/crews', crews.listCrews(services)),
  inPerson(post('/crews', crews.createCrew(services))),
  inPerson(post('/crews/join', crews.joinCrew(services))),
  takes('rename-crew', inPerson(patch(CREW_PREFIX, crews.renameCrew(services)))),
  takes('delete-crew', inPerson(del(CREW_PREFIX, crews.deleteCrew(services)))),
  takes('read', get(`${CREW_PREFIX}/members`, crews.listMembers(services))),
  takes('write-members', inPerson(put(`${CREW_PREFIX}/members/:username`, crews.putMember(services)))),
  // Anybody may leave.
  takes('read', inPerson(del(`${CREW_PREFIX}/members/:username`, crews.removeMember(services)))),
  takes('write-members', inPerson(post(`${CREW_PREFIX}/invitations`, crews.createInvitation(services)))),
  takes('write-members', get(`${CREW_PREFIX}/invitations`, crews.listInvitations(services))),
  takes('write-members', inPerson(del(`${CREW_PREFIX}/invitations/:id`, crews.deleteInvitation(services)))),
  takes('read', post(`${CREW_PREFIX}/requests`, crews.addRequest(services))),
  takes('read', get(`${CREW_PREFIX}/requests`, crews.listRequests(services))),
  // What is asked for says who answers.
  takes('read', inPerson(post(`${CREW_PREFIX}/requests/:id`, crews.decideRequest(services)))),
  takes('review-access', get(`${CREW_PREFIX}/access`, crews.listAccess(services))),
  takes('read-log', get(`${CREW_PREFIX}/reviews`, crews.listReviews(services))),
  takes('sign-break-glass', inPerson(post(`${CREW_PREFIX}/reviews/:id`, crews.signReview(services)))),

  ...asTyped('write-machines', [
    get('/synapse/machines', machines.listMachines(services)),
    post('/synapse/machines', machines.createMachine(services)),
    get('/synapse/machines/:slug', machines.getMachine(services)),
    patch('/synapse/machines/:slug', machines.changeMachine(services)),
    del('/synapse/machines/:slug', machines.deleteMachine(services)),
    inPerson(post('/synapse/machines/:slug/confirm', machines.confirmMachine(services))),
    inPerson(post('/synapse/machines/:slug/move', machines.moveMachine(services))),
    post('/synapse/machines/:slug/enrollment', machines.enrollMachine(services)),
  ]),
  get('/synapse/machine-health', machines.listHealth(services)),
  post('/synapse/machines/:slug/test', machines.testMachine(services)),
  get('/synapse/machines/:slug/containers', machines.listContainers(services)),
  post('/synapse/machines/check', machines.checkMachine(services)),
  // Bytes, and names of files, as they are.
  ...asTyped('run', [
    get('/synapse/machines/:slug/file', files.getFile(services)),
    put('/synapse/machines/:slug/file', files.putFile(services)),
    get('/synapse/machines/:slug/folder', files.getFolder(services)),
  ]),

  get('/synapse/secrets', secrets.listSecrets(services)),
  post('/synapse/secrets', secrets.importSecrets(services)),
  get('/synapse/secret-reminders', secrets.listReminders(services)),
  patch('/synapse/secrets/:name', secrets.changeSecret(services)),
  put('/synapse/secrets/:name', secrets.putSecret(services)),
  del('/synapse/secrets/:name', secrets.deleteSecret(services)),

  get('/synapse/aliases', aliases.listAliases(services)),
  put('/synapse/aliases/:code', aliases.putAlias(services)),
  del('/synapse/aliases/:code', aliases.deleteAlias(services)),
  post('/synapse/aliases/:code/rename', aliases.renameAlias(services)),
  post('/synapse/aliases/seed', aliases.seedAliases(services)),
  post('/synapse/aliases/mine', aliases.mineAliases(services)),
  get('/synapse/alias-suggestions', aliases.listSuggestions(services)),
  post('/synapse/alias-suggestions/:id/accept', aliases.acceptSuggestion(services)),
  post('/synapse/alias-suggestions/:id/reject', aliases.rejectSuggestion(services)),
  get('/synapse/stats', stats.getStats(services)),
  get('/synapse/stats/breakdown', stats.getBreakdown(services)),

  ...asTyped('write-filters', [
    get('/synapse/filters', filters.listFilters(services)),
    put('/synapse/filters/:name', filters.putFilter(services)),
    del('/synapse/filters/:name', filters.deleteFilter(services)),
  ]),

  get('/synapse/approvals', approvals.listApprovals(services)),
  get('/synapse/approvals/:id', approvals.getApproval(services)),
  inPerson(post('/synapse/approvals/:id', approvals.decideApproval(services))),
  get('/synapse/grants', approvals.listGrants(services)),
  inPerson(post('/synapse/grants', approvals.addGrant(services))),
  del('/synapse/grants/:id', approvals.removeGrant(services)),
  get('/synapse/notifications', approvals.listChannels(services)),
  put('/synapse/notifications', approvals.putChannels(services)),
  post('/synapse/notifications/test', approvals.testChannels(services)),
  patch('/synapse/notifications/:kind', approvals.changeChannel(services)),
  del('/synapse/notifications/:kind', approvals.removeChannel(services)),
  post('/synapse/freeze', freezes.addFreeze(services)),
  get('/synapse/freeze', freezes.listFreezes(services)),
  inPerson(del('/synapse/freeze/:id', freezes.liftFreeze(services))),
  post('/synapse/exec', executions.exec(services)),
  post('/synapse/exec-many', execMany(services)),
  post('/synapse/copy', copyFile(services)),
  get('/synapse/jobs', getJobs(services)),
  post('/synapse/look', executions.look(services)),
  post('/synapse/explain', executions.explain(services)),
  post('/synapse/explain/typed', executions.explainTyped(services)),
  get('/synapse/executions', audit.listEntries(services)),
  get('/synapse/executions/:id', executions.getExecution(services)),
  get('/synapse/executions/:id/entry', audit.getEntry(services)),
  post('/synapse/executions/:id/cancel', executions.cancelExecution(services)),
  get('/synapse/executions/:id/output', executions.getOutput(services)),
  get('/synapse/executions/:id/output-order', executions.getOutputOrder(services)),
  get('/synapse/outputs/search', executions.searchKept(services)),
  get('/synapse/executions/:id/stream', executions.followExecution(services)),
  get('/synapse/events', executions.followEvents(services)),
  get('/synapse/connection', getConnection(services)),
  get('/synapse/mcp-bundle', getMcpBundle(services)),
  get('/synapse/audit/export', audit.exportEntries(services)),
  get('/synapse/audit/verify', audit.verifyEntries(services)),

  ...asTyped('write-projects', [
    get('/tda/projects', projects.listProjects(services)),
    post('/tda/projects', projects.createProject(services)),
    get('/tda/projects/:id', projects.getProject(services)),
    patch('/tda/projects/:id', projects.changeProject(services)),
    del('/tda/projects/:id', projects.deleteProject(services)),
  ]),
  get('/tda/projects/:id/context', projects.projectContext(services)),
  ...ITEM_KINDS.flatMap((kind) => {
    const path = `/tda/projects/:id/${ITEMS[kind].list}`;
    const each = items.itemEndpoints(services, kind);
    return asTyped('write-projects', [
      get(path, each.list),
      post(path, each.add),
      get(`${path}/:itemId`, each.get),
      patch(`${path}/:itemId`, each.change),
      del(`${path}/:itemId`, each.remove),
    ]);
  }),
  ...asTyped('write-projects', [
    post('/tda/projects/:id/ideas/:itemId/promote', items.promoteIdea(services)),
    post('/tda/projects/:id/services/:itemId/close', items.closeService(services)),
  ]),
  get('/tda/projects/:id/packs/:itemId/context', items.packContext(services)),

  post('/tda/journal/git-commit', journal.addCommit(services)),
  inPerson(post('/tda/journal/tokens', journalTokens.createJournalToken(services))),
  inPerson(get('/tda/journal/tokens', journalTokens.listJournalTokens(services))),
  del('/tda/journal/tokens/:id', journalTokens.revokeJournalToken(services)),
  get('/tda/journal', journal.listEntries(services)),
  post('/tda/journal', journal.addEntry(services)),
  get('/tda/journal/timeline', journal.getTimeline(services)),
  get('/tda/journal/export', journal.exportEntries(services)),
  get('/tda/search', overview.searchAll(services)),
  get('/tda/today', overview.showToday(services)),
  get('/tda/panels', overview.listPanels(services)),
  ...asTyped('write-projects', [
    get('/tda/settings', overview.getSettings(services)),
    patch('/tda/settings', overview.changeSettings(services)),
  ]),
];
