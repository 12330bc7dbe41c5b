/**
 * Every rule that the service promises to its users, one id each. A test that proves one names its id in square brackets.
 * `open` marks what is not built yet: the list of those only ever shrinks.
 */
export interface Requirement {
  readonly id: string;
  readonly rule: string;
  readonly open?: true;
}

const rule = (id: string, text: string): Requirement => ({ id, rule: text });

export const REQUIREMENTS: readonly Requirement[] = [
  // What the service does
  rule(
    'S1-SECRETS',
    'Secret placeholders are filled in on the service’s side; values never reach the client or the log.',
  ),
  rule('S1-COMPACTION', 'Stdout is compacted; where no filter matches, the raw stdout is returned.'),
  rule('S1-CONTAINER', 'Commands run inside the chosen container; the service wraps them itself.'),
  rule('S1-JOURNAL', 'A Git commit becomes a journal entry of a project.'),

  // Resources
  rule('S2-TOKEN-FORMAT', 'An AI token starts with dk_ai_ and is shown once.'),
  rule('S2-TOKEN-ONE', 'One active AI token per user; a new one revokes the previous.'),
  rule('S2-TOKEN-VALIDITY', 'An AI token is valid for 30 days by default, configurable at creation.'),
  rule('S2-QUOTA', 'Daily quota by plan: Free 100, Plus 300, Pro 1000 calls; refused above it until the next day.'),
  rule('S2-ALIAS-CHAIN', 'An alias command must not begin with another alias code.'),
  rule('S2-ALIAS-RENAME', 'Renaming an alias keeps hit_count and last_used_at.'),
  rule('S2-ALIAS-RESERVED', 'Codes of the starter shortcuts are reserved even when not installed.'),
  rule(
    'S2-SUGGESTION-NAMING',
    'Suggested codes follow the naming convention; on collision only the last letter changes.',
  ),
  rule(
    'S2-JOURNAL-CONTENT',
    'A commit’s entry reads 🔧 [repo@ref] message (dd/mm/yyyy HH:MM), source git-commit, tags git and commit.',
  ),
  rule('S3-REVOKE', 'A token can be revoked in the settings and then serves no more.'),

  // Endpoints
  rule('S4-MCP-ENDPOINT', 'POST /tda/mcp answers tools/list and tools/call for the token in X-AI-Token.'),
  rule('S4-MCP-SCOPED-LIST', 'tools/list returns only the tools that the token’s scopes allow.'),
  rule('S4-EXEC-RESULT', 'synapse_exec answers success, exit_code, stdout, machine, container, command_template.'),
  rule('S4-EXEC-RULE-1', 'Arguments after an alias are appended to its command.'),
  rule('S4-EXEC-RULE-2', 'A multi-step alias without {} refuses arguments.'),
  rule('S4-EXEC-RULE-3', 'Arguments replace {}; without arguments it is removed.'),
  rule('S4-EXEC-RULE-4', 'A bare code works with or without @; an unknown @code with arguments is an error.'),
  rule('S4-EXEC-RULE-5', 'A hit is counted only after the command actually ran.'),
  rule('S4-EXEC-RULE-7', 'Double braces that name no secret pass through.'),
  rule('S4-PLACEHOLDER-MISSING', 'A placeholder that names no stored secret is refused.'),
  rule('S4-RTK-STATS', 'synapse_rtk_stats answers totals, aliases and combined.'),
  rule('S4-REST-EXEC', 'POST /synapse/exec runs a command with the same semantics as the tool.'),
  rule('S4-EMERGENCY', 'emergency-revoke needs nothing but the token.'),
  rule('S4-JOURNAL-COMMIT', 'POST /tda/journal/git-commit answers 201 with the entry.'),
  rule('S4-HOOK', 'The post-commit hook never blocks a commit and always exits 0.'),
  rule('S5-MCP-HEADER', 'Authorization: Bearer is not accepted on the MCP endpoint.'),
  rule('S5-SCOPES-READ', 'mcp:read unlocks project context, lists and statistics.'),
  rule('S5-SCOPES-WRITE', 'mcp:write unlocks adding and updating a project’s memory.'),
  rule('S5-SCOPES-ADMIN', 'mcp:admin unlocks profile, settings, projects’ creation and deletion, today_dashboard.'),
  rule('S7-PLAN', 'Without mcp:synapse the message is that of plan Pro.'),
  rule('S8-EXEC-RATE', '30 executions per user and minute.'),
  rule('S8-IP-RATE', '200 MCP calls per minute and address, 400 from a trusted one, for 24 hours after a valid call.'),
  rule('S8-JOURNAL-LIMITS', 'Journal message 500, commit_ref 64, repo 100 characters at most.'),

  // Starting it
  rule(
    'C1-FIRST-RUN',
    'The first run creates the administrator, prints the password once, registers the host and says what to do next.',
  ),
  rule('C1-HEALTH', '/healthz answers ok once it can serve; /readyz 503 while it cannot.'),
  rule('C1-METRICS', '/metrics only with its token or from loopback.'),
  rule('C1-STOP', 'SIGTERM: no new work, running commands get their time, then are killed and recorded; exit 0.'),
  rule('C1-ENV', 'Every option has its documented default.'),
  rule('C1-ENV-FILE', 'Each option can be read from a file.'),
  rule('C1-ENV-UNKNOWN', 'An unknown SYNAPSE_ name is an error with the nearest known one.'),
  rule('C1-ENV-CLIENT', 'Names of clients are passed over.'),
  rule('C1-ALLOW-LOCAL', 'Machines on the host itself only for whom SYNAPSE_ALLOW_LOCAL permits.'),
  rule('C1-LOG-SECRETS', 'No secret, password, token or JWT appears in the log.'),

  // Who may do what
  rule('C2-LOGIN', 'POST /auth/login answers a bearer token for 12 hours.'),
  rule('C2-LOGIN-ALIKE', 'Wrong user and wrong password answer alike.'),
  rule('C2-THROTTLE', 'Ten failures in five minutes: 429 with Retry-After.'),
  rule('C2-LOGOUT', 'Signing out ends that session.'),
  rule('C2-PASSWORD', 'Changing the password ends all sessions.'),
  rule('C2-JWT', 'Forged and foreign access tokens are refused.'),
  rule('C2-OWN-SESSIONS', 'A person sees every open session, and ends one, all others or all of them at once.'),
  rule('C2-SECOND-FACTOR', 'Where an account has an authenticator app, no password is enough; no code counts twice.'),
  rule('C2-PASSKEY', 'A passkey signs in for its own account at this site; no answer of it counts twice.'),
  rule('C2-SIGN-ON', 'Single sign-on gives nobody an account but by its own identity or a verified e-mail address.'),
  rule('C2-BROWSER-SIGN-IN', 'A program is signed in from a browser by a code, once, for accounts without a password.'),
  rule('C2-USERS', 'Administrators create, list, change and delete users.'),
  rule('C2-DISABLED', 'A disabled user’s tokens and sessions stop at once.'),
  rule('C2-TOKEN-CREATE', 'Creating a token answers its fields; the token is never shown again.'),
  rule('C2-TOKEN-EXPIRED', 'An expired token is 401 token_expired.'),
  rule('C2-SCOPES', 'Explicit scopes narrow the plan’s and may add mcp:admin; beyond the plan is refused.'),
  rule('C2-DOWNGRADE', 'A downgrade takes scopes away at once; an upgrade adds none to an old token.'),
  rule('C2-ISOLATION', 'What belongs to another user is answered as what does not exist.'),

  // Errors
  rule('C3-PROBLEM', 'REST errors are application/problem+json with type, title, status, detail, code.'),
  rule('C3-TRANSPORT', 'MCP transport refusals carry an HTTP status and a JSON-RPC error with data.code.'),
  rule('C3-ARGUMENTS', 'Wrong arguments of a known tool are a result with isError and each field named.'),
  rule('C3-CATALOGUE', 'The reference page of errors and the catalogue agree.'),

  // The MCP endpoint
  rule('C4-LENIENT', 'A bare tools/list or tools/call works without initialize and with any Accept header.'),
  rule('C4-REVISIONS', 'Four MCP revisions are served from one address, statelessly.'),
  rule('C4-BATCH', 'Batches of at most 20 are answered member by member for 2025-03-26.'),
  rule('C4-OAUTH', '/.well-known/oauth-* is 404 and a 401 carries no WWW-Authenticate: Bearer.'),
  rule('C4-ORIGIN', 'A foreign Origin or Host is refused.'),
  rule('C4-QUOTA-EXACT', 'N parallel calls never pass the daily ceiling, across processes too.'),
  rule('C4-STREAM', 'A streaming call sends keep-alive and progress.'),
  rule('C4-STRUCTURED', 'A result is structuredContent plus the same object as text.'),
  rule('C4-MACHINES', 'The five machine tools and their REST twins.'),
  rule('C4-MACHINE-AGENT', 'A machine of kind agent is answered with its enrollment, once.'),
  rule('C4-STATUT', 'A machine that is not active refuses commands.'),
  rule('C4-HOST-KEY', 'A changed host key refuses the command.'),
  rule('C4-SECRETS', 'Secrets are put, listed by name, deleted; values never come back.'),
  rule('C4-AUDIT-LIST', 'The audit log is listed newest first, with cursor and filters.'),
  rule('C4-ALIAS-TOOLS', 'The alias tools and their REST twins.'),
  rule('C4-SUGGESTIONS', 'Suggestions are mined, listed, accepted and rejected.'),
  rule('C4-STATS', 'Statistics equal a recount from the log.'),
  rule('C4-GET-OUTPUT', 'synapse_get_output pages and greps the redacted output.'),
  rule('C4-CANCEL', 'A running execution can be looked at and cancelled.'),

  // Executing
  rule('C5-RESULT', 'The result carries the contract’s further fields.'),
  rule('C5-ORDER', 'Refusals come in the contract’s order, before anything runs, and are in the audit log.'),
  rule('C5-CWD', 'cwd is checked, required where the contract says, and honoured.'),
  rule('C5-BACKGROUND', 'A background child that holds the output does not delay the answer and is left alone.'),
  rule('C5-SECRETS', 'Secrets are never in argv, a process list, a log, an error or the output.'),
  rule('C5-TIMEOUT', 'On timeout the whole tree dies and what was printed is returned with exit code 124.'),
  rule('C5-GONE', 'A client that goes away takes its command with it.'),
  rule('C5-OUTPUT-CAP', 'Output beyond 8 MiB costs no more memory; head and tail are kept.'),
  rule('C5-RETURN-CAP', 'At most SYNAPSE_MAX_RETURN_CHARS are returned, head and tail around a marker.'),
  rule('C5-EXIT-CODE', 'Exit codes are the command’s own; death by signal n is 128 + n.'),
  rule('C5-RATE', '30 a minute over MCP and REST together, with the true Retry-After.'),
  rule('C5-WHO', 'REST execution needs a plan with mcp:synapse.'),
  rule('C5-WAIT', 'wait_seconds answers early with status running.'),
  rule('C5-ALIAS-CODE', 'Codes are three letters, not names of well-known programs.'),
  rule('C5-ALIAS-MULTI', 'Multi-step is judged anywhere in the command, quoted or not.'),
  rule('C5-ALIAS-MARKER', 'At most one {}; \\{} is a literal one.'),
  rule('C5-ALIAS-HITS', 'hit_count moves by one per execution that really started.'),
  rule('C5-MINING', 'Mining follows the contract’s rules.'),

  // Audit, journal
  rule('C6-WRITE-AHEAD', 'The entry is written before the command starts; a crash leaves it interrupted.'),
  rule('C6-CHAIN', 'Each entry carries the hash of the one before it.'),
  rule('C6-VERIFY', 'Verification finds any row changed, removed or inserted.'),
  rule('C6-EXPORT', 'Export as JSON Lines and CSV.'),
  rule('C7-PROJECTS', 'Projects are created, listed, changed and deleted.'),
  rule('C7-DATE', 'The date in content is the wall-clock time of commit_date; created_at is UTC without zone.'),
  rule('C7-IDEMPOTENT', 'The same commit again answers 200 with the entry that is there.'),
  rule('C7-REPLACES', 'replaces moves the entry of a rewritten commit.'),
  rule('C7-MESSAGE', 'The message is trimmed, not empty, on one line; lengths are code points.'),
  rule('C7-LIST', 'The journal is listed with filters and cursor.'),
  rule('C7-MANUAL', 'Manual and AI entries carry their source.'),
  rule('C7-HOOK', 'The hook installs by one command and sends later what it could not send now.'),
];
