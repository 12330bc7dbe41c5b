/** Executions over REST: running, following, reading and cancelling commands. */

import {
  argumentsInvalid,
  because,
  ExecRequest,
  ExecResult,
  ExplainRequest,
  Explanation,
  FoundLines,
  Freeze,
  Identifier,
  LookRequest,
  OutputOrder,
  OutputPage,
  OutputSearch,
  Refusal,
  TypedExplanation,
  tellIn,
} from '@synapse/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { assertCan, type CrewWorkspace, can, type Workspace } from '../../access/access.ts';
import type { Sessions } from '../../auth/sessions.ts';
import type { Events, LiveEvent } from '../../events/events.ts';
import { redactPage } from '../../exec/answer/redacted-page.ts';
import { type RedactedResult, withoutLines } from '../../exec/answer/redacted-result.ts';
import type { ExplainedOrder, ExplainOrder } from '../../exec/explain-order.ts';
import type { RunningCommands } from '../../exec/run/running-commands.ts';
import type { RunExec } from '../../exec/run-exec.ts';
import type { Executions } from '../../follow-up/executions.ts';
import type { SearchOutputs } from '../../follow-up/search-outputs.ts';
import type { Freezes, Frozen } from '../../freezes/freezes.ts';
import { personalWorkspaceId, type WorkspaceId } from '../../ids.ts';
import type { Redactor } from '../../redaction/index.ts';
import { withoutVersion } from '../../vault/redacted-with.ts';
import { type AliasedServices, byAlias } from '../by-alias.ts';
import { assertMayRunIn, type Call, endpoint } from '../endpoint.ts';
import { foreignReader } from '../foreign-reader.ts';
import { goneSignal } from '../gone-signal.ts';
import type { OpenStreams } from '../open-streams.ts';
import { type RedactorOf, redactAnswer, redactedFor } from '../redact-answer.ts';
import { shownPieces } from '../shown-pieces.ts';
import { sourceOf } from '../source-of.ts';
import { applySynonyms, MACHINE_SYNONYMS } from '../synonyms.ts';
import { CREW_CHECK_MS, mayReadLog, whileReading } from '../while-reading.ts';
import { openEventWriter } from './event-writer.ts';
import { executionOf } from './execution-of.ts';
import { IdParams } from './params.ts';
import { namedIn, personOrder, placeNamed } from './person-order.ts';

export interface ExecutionServices extends AliasedServices {
  readonly runExec: RunExec;
  readonly explainOrder: ExplainOrder;
  readonly freezes: Pick<Freezes, 'refuse'>;
  readonly executions: Executions;
  readonly searchOutputs: SearchOutputs;
  readonly running: RunningCommands;
  readonly events: Events;
  readonly sessions: Pick<Sessions, 'isLive'>;
  readonly openStreams: OpenStreams;
  readonly redactorOf: RedactorOf;
  /** Of the newest vault of the reader. */
  readonly readerOf: (userId: string) => Promise<Redactor>;
}

/** What was printed for one member is shown to another without what is in their vault; all of it without the crew's. */
async function shownResult(
  { readerOf, redactorOf }: Pick<ExecutionServices, 'readerOf' | 'redactorOf'>,
  { session }: Pick<Call<'user'>, 'session'>,
  { id, crew }: Workspace,
  result: RedactedResult,
): Promise<RedactedResult> {
  if (crew === null) return result;
  const { redactText } = await readerOf(session.user.id);
  // Also the comment of a denial.
  const { stdout, stderr, ...rest } = await redactAnswer(null, withoutVersion(result), id, redactorOf);
  return { ...rest, stdout: redactText(stdout), stderr: redactText(stderr), machine: `${crew}/${rest.machine}` };
}

const synonyms = new Map(Object.entries(MACHINE_SYNONYMS));
const withMachine = (body: unknown) => applySynonyms(synonyms, body);

/** The key may come as a header, too, as other services take it. */
function withHeaderKey(body: ExecRequest, { headers }: FastifyRequest): ExecRequest {
  const given = headers['idempotency-key'];
  if (given === undefined) return body;
  const key = ExecRequest.shape.idempotency_key.safeParse(given).data;
  if (key === undefined) throw argumentsInvalid([{ field: 'Idempotency-Key', problem: because('key_form') }]);
  if (body.idempotency_key !== undefined && body.idempotency_key !== key) {
    throw argumentsInvalid([{ field: 'idempotency_key', problem: because('key_differs') }]);
  }
  return { ...body, idempotency_key: key };
}

/** A caller with an idempotency key can fetch the answer later: a lost connection cancels nothing. */
const STAYS = { signal: new AbortController().signal, forget: () => undefined };

const running =
  (look: boolean, { runExec }: ExecutionServices) =>
  async ({ body }: { body: ExecRequest }, call: Call<'runner'>): Promise<ExecResult> => {
    const { language, request, reply } = call;
    const order = withHeaderKey({ ...body, machine: namedIn(call, body.machine) }, request);
    const gone = order.idempotency_key === undefined ? goneSignal(reply) : STAYS;
    try {
      const result = await runExec({
        ...personOrder(call),
        request: order,
        look,
        signal: gone.signal,
      });
      return tellIn(withoutLines(result), language);
    } finally {
      gone.forget();
    }
  };

export const exec = (services: ExecutionServices) =>
  endpoint({
    summary:
      'Run a command on a machine; the same as the tool synapse_exec. `idempotency_key` may come as the header `Idempotency-Key`.',
    access: 'runner',
    body: z.preprocess(withMachine, ExecRequest),
    complete: byAlias(services, ExecRequest),
    answer: ExecResult,
    handle: running(false, services),
  });

export const look = (services: ExecutionServices) =>
  endpoint({
    summary: 'Run a command that can only read, in a sandbox on the machine; the same as the tool synapse_look.',
    access: 'runner',
    body: z.preprocess(withMachine, LookRequest),
    complete: byAlias(services, LookRequest),
    answer: ExecResult,
    handle: running(true, services),
  });

const explainedOrder = (body: ExplainRequest, call: Call<'user'>): ExplainedOrder => ({
  workspaceId: personalWorkspaceId(call.session.user.id),
  role: call.session.user.role,
  source: sourceOf(call.request),
  tokenLabel: null,
  ip: call.ip,
  requestId: call.requestId,
  request: { ...body, machine: namedIn(call, body.machine) },
});

export const explain = (services: ExecutionServices) =>
  endpoint({
    summary:
      'What the policy says of a command, part by part, without running it; the same as the tool synapse_explain.',
    access: 'user',
    body: z.preprocess(withMachine, ExplainRequest),
    complete: byAlias(services, ExplainRequest),
    answer: Explanation,
    handle: ({ body }, call) => services.explainOrder(explainedOrder(body, call), call.language),
  });

/** What a freeze would have to cover: the machine in its workspace, and the person who types. */
async function frozenBy(call: Pick<Call<'user'>, 'session' | 'workspace' | 'tell' | 'enter'>, machine: string) {
  const { workspace, slug } = await placeNamed(call, machine, 'read');
  const actorId = workspace.crew === null ? null : call.session.user.id;
  return { workspaceId: workspace.id, actorId, machine: slug, tokenId: null } satisfies Frozen;
}

export const explainTyped = (services: ExecutionServices) =>
  endpoint({
    summary:
      'The same for a command that is still being typed: what would refuse it now, a freeze included, is part of the answer.',
    access: 'user',
    body: z.preprocess(withMachine, ExplainRequest),
    complete: byAlias(services, ExplainRequest),
    answer: TypedExplanation,
    handle: async ({ body }, call) => {
      try {
        const frozen = await frozenBy(call, body.machine);
        const explanation = await services.explainOrder(explainedOrder(body, call), call.language);
        await services.freezes.refuse(frozen);
        return { explanation, refusal: null };
      } catch (error) {
        if (!(error instanceof Refusal) || error.status >= 500) throw error;
        return { explanation: null, refusal: { code: error.code, message: error.in(call.language) } };
      }
    },
  });

export const getExecution = (services: ExecutionServices) =>
  endpoint({
    summary: 'The result of an execution so far.',
    access: 'user',
    params: IdParams,
    query: z.object({ wait_seconds: z.coerce.number().int().min(0).max(60).default(0) }),
    answer: ExecResult,
    handle: async ({ params, query }, call) => {
      const { workspace, id } = await executionOf(services, call, params.id);
      const { access, executions } = services;
      const wait = new AbortController();
      const result = await whileReading(access, call.session.user.id, workspace, wait.signal, (signal) =>
        executions.get(workspace.id, id, query.wait_seconds, signal, foreignReader(call.session.user.id, workspace)),
      );
      return tellIn(withoutLines(await shownResult(services, call, workspace, result)), call.language);
    },
  });

export const cancelExecution = (services: ExecutionServices) =>
  endpoint({
    summary: 'Stop a running execution.',
    access: 'runner',
    params: IdParams,
    answer: ExecResult,
    handle: async ({ params }, call) => {
      const { workspace, id } = await executionOf(services, call, params.id);
      assertMayRunIn(workspace, call.session);
      const isOwn = await services.executions.isOf(workspace.id, id, call.session.user.id);
      assertCan(workspace, isOwn ? 'run' : 'cancel-others');
      const result = await services.executions.cancel(workspace.id, id);
      return tellIn(withoutLines(await shownResult(services, call, workspace, result)), call.language);
    },
  });

export const getOutput = (services: ExecutionServices) =>
  endpoint({
    summary: 'The redacted, uncompacted output of an execution, a page at a time.',
    access: 'user',
    params: IdParams,
    query: z.object({
      stream: z.enum(['stdout', 'stderr']).default('stdout'),
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(60_000).default(20_000),
      grep: z.string().min(1).max(500).optional(),
    }),
    answer: OutputPage,
    handle: async ({ params, query }, call) => {
      const { workspace, id } = await executionOf(services, call, params.id);
      const page = await services.executions.output(
        workspace.id,
        id,
        query,
        foreignReader(call.session.user.id, workspace),
      );
      if (workspace.crew === null) return page;
      return redactPage(page, (await services.readerOf(call.session.user.id)).redactText);
    },
  });

export const getOutputOrder = (services: ExecutionServices) =>
  endpoint({
    summary: 'In which order the lines of stdout and stderr came, as far as that is known.',
    access: 'user',
    params: IdParams,
    answer: OutputOrder,
    handle: async ({ params }, call) => {
      const { workspace, id } = await executionOf(services, call, params.id);
      return services.executions.outputOrder(workspace.id, id);
    },
  });

export const searchKept = ({ searchOutputs, readerOf }: ExecutionServices) =>
  endpoint({
    summary:
      'The lines with a text in the outputs that are still kept, the newest output first. An answer looks through a part of them: `next_cursor` continues.',
    access: 'user',
    query: OutputSearch,
    answer: FoundLines,
    handle: async ({ query }, { session: { user }, workspace }) => {
      const { found, ...rest } = await searchOutputs(workspace.id, query, foreignReader(user.id, workspace));
      if (workspace.crew === null) return { found, ...rest };
      const { redactText } = await readerOf(user.id);
      return { found: found.map((line) => ({ ...line, text: redactText(line.text) })), ...rest };
    },
  });

export const followExecution = (services: ExecutionServices) =>
  endpoint({
    summary:
      'The output of a running execution as it comes (server-sent events), from its start. A stream that closes without the event `end` was cut: open it again, on any instance. The event `held` says that more has come, which is held back as the possible start of a secret: its `text` is what may be shown of it already, and comes again in `output`.',
    access: 'user',
    params: IdParams,
    answer: null,
    media: ['text/event-stream'],
    handle: async ({ params }, call) => {
      const { session, ip, language, reply } = call;
      const { executions, sessions, openStreams, access } = services;
      // Checked first, because looking at a long output costs more than refusing.
      reply.raw.once('close', openStreams.open(session.user.id, ip));
      // Something that does not exist is refused before the stream begins.
      const { workspace, id: executionId } = await executionOf(services, call, params.id);
      await executions.assertKnown(workspace.id, executionId);
      const mayStay = async (): Promise<boolean> =>
        (await sessions.isLive(session)) && (await mayReadLog(access, session.user.id, workspace));
      const writer = openEventWriter(reply, mayStay, workspace.crew === null ? undefined : CREW_CHECK_MS);
      const shown = shownPieces(workspace.crew === null ? null : await services.readerOf(session.user.id));
      const send = (stream: string, text: string) =>
        writer.sendText('output', { stream, text: shown.of(stream, text) });
      // Output that is held back was redacted with the vault of the crew alone: a reader with another one learns only its presence.
      const sendHeld = (stream: string, text: string) =>
        void writer.send('held', { stream, text: workspace.crew === null ? text : '' });
      const ended = await executions.follow(workspace.id, executionId, send, writer.gone, sendHeld).catch(() => null);
      for (const stream of ['stdout', 'stderr']) {
        const rest = shown.end(stream);
        if (rest !== '') writer.sendText('output', { stream, text: rest });
      }
      // Without an end, the reader connects again: a job may continue at another instance.
      const over = ended !== null && ended.status !== 'running' && ended.status !== 'pending';
      if (over) {
        const { status, exit_code, refusal } = ended;
        const end = tellIn({ status, exit_code, refusal }, language);
        const hide = redactedFor([workspace.id, personalWorkspaceId(session.user.id)], services.redactorOf);
        writer.send('end', workspace.crew === null ? end : await hide(null, end));
      }
      writer.end();
    },
  });

/** An execution that is over, however it ended. */
const isEnd = (event: LiveEvent): boolean =>
  event.type === 'execution' && event.status !== 'running' && event.status !== 'pending';

/** What of an event is no text. */
const EventIdentifiers = z.object({
  id: Identifier,
  execution_id: Identifier,
  status: Identifier,
  machine: Identifier,
  link: Identifier,
  crew: Identifier,
  freeze: Freeze,
});

/** In one's own workspace, what happens in a crew is named with it. */
function seenFromOutside(event: LiveEvent, crew: string): LiveEvent {
  if (event.type === 'freeze') {
    const { machine } = event.freeze;
    return { ...event, crew, freeze: { ...event.freeze, machine: machine === null ? null : `${crew}/${machine}` } };
  }
  return 'machine' in event ? { ...event, machine: `${crew}/${event.machine}` } : event;
}

const idsOf = (crews: readonly CrewWorkspace[]): string => crews.map(({ id }) => id).join();

/** In an address, alone or with a word. */
const Switch = z.enum(['', '0', '1', 'true', 'false']).optional();
const isOn = (given: z.infer<typeof Switch>): boolean => given !== undefined && given !== '0' && given !== 'false';

export const followEvents = ({ events, sessions, openStreams, redactorOf, access }: ExecutionServices) =>
  endpoint({
    summary:
      'What happens now, for the signed-in user or in a crew (server-sent events). `ends`: only the ends of executions. `changes`: also an event `changed` when something else that pages show was changed and, without a crew, what happens in all crews of the user.',
    access: 'user',
    query: z.object({ ends: Switch, changes: Switch }),
    answer: null,
    media: ['text/event-stream'],
    handle: async ({ query }, { session, workspace, ip, language, reply }) => {
      const [onlyEnds, changes] = [isOn(query.ends), isOn(query.changes)];
      reply.raw.once('close', openStreams.open(session.user.id, ip));
      const { id: userId } = session.user;
      const own = personalWorkspaceId(userId);
      const everywhere = changes && workspace.crew === null;
      const crewsNow = async (): Promise<readonly CrewWorkspace[]> =>
        everywhere ? (await access.crewsOf(userId)).filter((crew) => can(crew, 'read-log')) : [];
      const crews = await crewsNow();
      // A reader who joined or left a crew since is disconnected, and reconnects with the new rights.
      const mayStay = async (): Promise<boolean> =>
        (await sessions.isLive(session)) &&
        (await mayReadLog(access, userId, workspace)) &&
        idsOf(await crewsNow()) === idsOf(crews);
      const quick = workspace.crew !== null || crews.length > 0;
      const writer = openEventWriter(reply, mayStay, quick ? CREW_CHECK_MS : undefined);
      const show = async ({ type, ...event }: LiveEvent, of: WorkspaceId): Promise<void> => {
        const worded = 'refusal' in event ? tellIn(event, language) : event;
        const redacted = await redactAnswer(EventIdentifiers, worded, of, redactorOf);
        const shown = of === own ? redacted : await redactAnswer(EventIdentifiers, redacted, own, redactorOf);
        if (!writer.send(type, shown)) leave();
      };
      // One after the other, in the order in which they came. An event that cannot be redacted is not sent.
      let last = Promise.resolve();
      const tell = (event: LiveEvent, of: WorkspaceId): void => {
        if ((onlyEnds && !isEnd(event)) || (event.type === 'changed' && !changes)) return;
        last = last.then(() => show(event, of)).catch(() => undefined);
      };
      // An event of the reader in a crew is published to the crew as well: sent here once.
      const isTold = (event: LiveEvent): boolean =>
        'machine' in event && crews.some(({ crew }) => event.machine.startsWith(`${crew}/`));
      const followed = [
        events.follow(workspace.id, (event) => {
          if (!isTold(event)) tell(event, workspace.id);
        }),
        ...crews.map(({ id, crew }) => events.followCrew(id, (event) => tell(seenFromOutside(event, crew), id))),
      ];
      const leave = (): void => {
        for (const end of followed) end();
      };
      writer.gone.addEventListener('abort', leave, { once: true });
    },
  });
