/** Running commands over REST, and looking at them. */
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
  OutputPage,
  OutputSearch,
  Refusal,
  TypedExplanation,
  tellIn,
} from '@synapse/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Sessions } from '../../auth/sessions.ts';
import type { Events, LiveEvent } from '../../events/events.ts';
import type { ExplainOrder, Question } from '../../exec/explain-order.ts';
import type { RunningCommands } from '../../exec/run/running-commands.ts';
import type { RunExec } from '../../exec/run-exec.ts';
import type { Executions } from '../../follow-up/executions.ts';
import type { SearchOutputs } from '../../follow-up/search-outputs.ts';
import type { Freezes } from '../../freezes/freezes.ts';
import { type AliasedServices, byAlias } from '../by-alias.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { goneSignal } from '../gone-signal.ts';
import type { OpenStreams } from '../open-streams.ts';
import { type RedactorOf, redactAnswer } from '../redact-answer.ts';
import { sourceOf } from '../source-of.ts';
import { applySynonyms, MACHINE_SYNONYMS } from '../synonyms.ts';
import { openEventWriter } from './event-writer.ts';
import { IdParams } from './params.ts';
import { personOrder } from './person-order.ts';

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

/** Who gave a key can come back for the answer: nothing ends because they are gone. */
const STAYS = { signal: new AbortController().signal, forget: () => undefined };

const running =
  (look: boolean, { runExec }: ExecutionServices) =>
  async ({ body }: { body: ExecRequest }, call: Call<'pilot'>): Promise<ExecResult> => {
    const { language, request, reply } = call;
    const order = withHeaderKey(body, request);
    const gone = order.idempotency_key === undefined ? goneSignal(reply) : STAYS;
    try {
      const result = await runExec({
        ...personOrder(call),
        request: order,
        look,
        signal: gone.signal,
      });
      return tellIn(result, language);
    } finally {
      gone.forget();
    }
  };

export const exec = (services: ExecutionServices) =>
  endpoint({
    summary:
      'Run a command on a machine; the same as the tool synapse_exec. `idempotency_key` may come as the header `Idempotency-Key`.',
    access: 'pilot',
    body: z.preprocess(withMachine, ExecRequest),
    complete: byAlias(services, ExecRequest),
    answer: ExecResult,
    handle: running(false, services),
  });

export const look = (services: ExecutionServices) =>
  endpoint({
    summary: 'Run a command that can only read, in a sandbox on the machine; the same as the tool synapse_look.',
    access: 'pilot',
    body: z.preprocess(withMachine, LookRequest),
    complete: byAlias(services, LookRequest),
    answer: ExecResult,
    handle: running(true, services),
  });

const questionOf = (body: ExplainRequest, { session: { user }, ip, requestId, request }: Call<'user'>): Question => ({
  userId: user.id,
  role: user.role,
  source: sourceOf(request),
  tokenLabel: null,
  ip,
  requestId,
  request: body,
});

export const explain = (services: ExecutionServices) =>
  endpoint({
    summary:
      'What the policy says of a command, part by part, without running it; the same as the tool synapse_explain.',
    access: 'user',
    body: z.preprocess(withMachine, ExplainRequest),
    complete: byAlias(services, ExplainRequest),
    answer: Explanation,
    handle: ({ body }, call) => services.explainOrder(questionOf(body, call), call.language),
  });

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
        const explanation = await services.explainOrder(questionOf(body, call), call.language);
        await services.freezes.refuse({ userId: call.session.user.id, machine: explanation.machine, tokenId: null });
        return { explanation, refusal: null };
      } catch (error) {
        if (!(error instanceof Refusal) || error.status >= 500) throw error;
        return { explanation: null, refusal: { code: error.code, message: error.in(call.language) } };
      }
    },
  });

export const getExecution = ({ executions }: ExecutionServices) =>
  endpoint({
    summary: 'The result of an execution so far.',
    access: 'user',
    params: IdParams,
    query: z.object({ wait_seconds: z.coerce.number().int().min(0).max(60).default(0) }),
    answer: ExecResult,
    handle: async ({ params, query }, { session: { user }, language }) => {
      const id = await executions.wholeId(user.id, params.id);
      const wait = new AbortController();
      return tellIn(await executions.get(user.id, id, query.wait_seconds, wait.signal), language);
    },
  });

export const cancelExecution = ({ executions }: ExecutionServices) =>
  endpoint({
    summary: 'Stop a running execution.',
    access: 'pilot',
    params: IdParams,
    answer: ExecResult,
    handle: async ({ params }, { session: { user }, language }) =>
      tellIn(await executions.cancel(user.id, await executions.wholeId(user.id, params.id)), language),
  });

export const getOutput = ({ executions }: ExecutionServices) =>
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
    handle: async ({ params, query }, { session: { user } }) =>
      executions.output(user.id, await executions.wholeId(user.id, params.id), query),
  });

export const searchKept = ({ searchOutputs }: ExecutionServices) =>
  endpoint({
    summary:
      'The lines with a text in the outputs that are still kept, the newest output first. An answer looks through a part of them: `next_cursor` goes on.',
    access: 'user',
    query: OutputSearch,
    answer: FoundLines,
    handle: ({ query }, { session: { user } }) => searchOutputs(user.id, query),
  });

export const followExecution = ({ executions, sessions, openStreams }: ExecutionServices) =>
  endpoint({
    summary:
      'The output of a running execution as it comes (server-sent events), from its start. A stream that closes without the event `end` was cut: open it again, on any instance. The event `held` says that more has come, which is held back as the possible start of a secret: its `text` is what may be shown of it already, and comes again in `output`.',
    access: 'user',
    params: IdParams,
    answer: null,
    media: ['text/event-stream'],
    handle: async ({ params }, { session, ip, language, reply }) => {
      const userId = session.user.id;
      // Checked first, because looking at a long output costs more than refusing.
      reply.raw.once('close', openStreams.open(userId, ip));
      // Something that does not exist is refused before the stream begins.
      const executionId = await executions.wholeId(userId, params.id);
      await executions.assertKnown(userId, executionId);
      const writer = openEventWriter(reply, () => sessions.isLive(session));
      const send = (stream: string, text: string) => writer.sendText('output', { stream, text });
      const sendHeld = (stream: string, text: string) => void writer.send('held', { stream, text });
      const ended = await executions.follow(userId, executionId, send, writer.gone, sendHeld).catch(() => null);
      // Without an end, whoever reads connects again: a job may run on at another instance.
      const over = ended !== null && ended.status !== 'running' && ended.status !== 'pending';
      if (over) {
        const { status, exit_code, refusal } = ended;
        writer.send('end', tellIn({ status, exit_code, refusal }, language));
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
  freeze: Freeze,
});

/** In an address, alone or with a word. */
const Switch = z.enum(['', '0', '1', 'true', 'false']).optional();
const isOn = (given: z.infer<typeof Switch>): boolean => given !== undefined && given !== '0' && given !== 'false';

export const followEvents = ({ events, sessions, openStreams, redactorOf }: ExecutionServices) =>
  endpoint({
    summary:
      'What happens now, for the signed-in user (server-sent events). `ends`: only the ends of executions. `changes`: also an event `changed` when something else that pages show was changed.',
    access: 'user',
    query: z.object({ ends: Switch, changes: Switch }),
    answer: null,
    media: ['text/event-stream'],
    handle: async ({ query }, { session, ip, language, reply }) => {
      const [onlyEnds, changes] = [isOn(query.ends), isOn(query.changes)];
      reply.raw.once('close', openStreams.open(session.user.id, ip));
      const writer = openEventWriter(reply, () => sessions.isLive(session));
      const show = async ({ type, ...event }: LiveEvent): Promise<void> => {
        const told = 'refusal' in event ? tellIn(event, language) : event;
        if (!writer.send(type, await redactAnswer(EventIdentifiers, told, session.user.id, redactorOf))) leave();
      };
      // One after the other, in the order in which they came. An event that cannot be redacted is not sent.
      let last = Promise.resolve();
      const leave = events.follow(session.user.id, (event) => {
        if ((onlyEnds && !isEnd(event)) || (event.type === 'changed' && !changes)) return;
        last = last.then(() => show(event)).catch(() => undefined);
      });
      writer.gone.addEventListener('abort', leave, { once: true });
    },
  });
