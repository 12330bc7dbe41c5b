/** What a tool is: one declaration with its name, scope, schemas, annotations and handler. */
import type { Language, Scope } from '@synapse/contract';
import type * as z from 'zod';
import type { Caller } from '../../auth/caller.ts';
import type { Complete } from '../by-alias.ts';
import { MACHINE_SYNONYMS } from '../synonyms.ts';
import type { Part } from './fit-answer.ts';
import type { InputAnswer } from './input-required.ts';
import { rowsText } from './text/rows-text.ts';

/** Everything that a handler may know about the call it serves. */
export interface ToolCall {
  readonly caller: Caller;
  readonly ip: string;
  /** The language for texts to a person. */
  readonly language: Language;
  readonly requestId: string;
  /** What the client calls itself, where it says so with the call. */
  readonly client: string | null;
  /** The name that `initialize` gave to the client's session, where it sends one. */
  readonly session: string | null;
  /** The answer is written as text, otherwise as JSON. */
  readonly asText: boolean;
  /** How the client can ask its user, with the answer to this call: by a form, or by the address of a page. */
  readonly asks: { readonly form: boolean; readonly url: boolean };
  /** Sends the client the address of the page where its user decides about an execution, while the call is running. */
  readonly showPage: ((executionId: string) => void) | null;
  /** A command that outlasts the answer becomes a task. */
  readonly tasks: boolean;
  /** For display only: it does not count as output that the model has read. */
  readonly peeks: boolean;
  /** That user's answer to an approval of an earlier call. */
  readonly answered: InputAnswer | null;
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** Reports progress. Dropped if the client did not ask for it or cannot keep up. */
  progress(message: string, progress?: number, total?: number): void;
}

/** What a client with views gets about a tool. */
export interface ToolView {
  /** The view that shows its results. */
  readonly uri?: string;
  /** Only views call it: it is listed for them alone. */
  readonly appOnly?: true;
  /** What the view needs of a result, beside it. */
  readonly meta?: (answer: Record<string, unknown>) => Readonly<Record<string, unknown>>;
}

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  /** Written for a model: what it does, when to use it, what comes back. */
  readonly description: string;
  /** The scope it needs. Of several, any one is enough; a refusal names the first. */
  readonly scope: Scope | readonly [Scope, ...Scope[]];
  /** In the short list of `?tools=core`, too; `only`: in no other, where every tool is listed. */
  readonly core?: true | 'only';
  /** Clients that load tools when they are needed have it from the start. */
  readonly alwaysLoad?: true;
  readonly view?: ToolView;
  /** It is about what commands on every machine share. A caller that is limited to some machines is refused. */
  readonly everyMachine?: boolean;
  readonly input: Input;
  readonly output: Output;
  /** What `text` and `json` read besides, and no client is sent. */
  readonly inner?: z.ZodRawShape;
  readonly annotations: ToolAnnotations;
  /** Further names under which an argument is accepted. `slug` for `machine` is accepted by every tool that has one. */
  readonly synonyms?: Readonly<Record<string, Extract<keyof z.input<Input>, string>>>;
  /** Adds arguments of an alias to those of a call, before they are checked. */
  readonly complete?: Complete;
  /** The longest time of this call in seconds. Over 15 it is answered as a stream, if the client can read one. */
  readonly mayTakeSeconds?: (args: z.output<Input>) => number;
  readonly handler: (args: z.output<Input>, call: ToolCall) => Promise<z.input<Output>> | z.input<Output>;
  /** The answer as plain text, for `answers=text`. By default one line a row. */
  readonly text?: (answer: z.output<Output>, args: z.output<Input>) => string;
  /** The answer as JSON, where that leaves out what says nothing. */
  readonly json?: (answer: z.output<Output>, args: z.output<Input>) => object;
  /** What of the answer may be too much for a model. Null: nothing. */
  readonly part?: (answer: z.output<Output>, args: z.output<Input>) => Part<z.output<Output>> | null;
}

/** A declared tool, with its own argument types hidden inside. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly core: boolean | 'only';
  readonly alwaysLoad: boolean;
  readonly view: ToolView;
  readonly everyMachine: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** `output`, with what is for its texts alone. */
  readonly answer: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly synonyms: ReadonlyMap<string, string>;
  /** It changes something that exists, so null may mean "empty it" and is never read as "not given". */
  readonly changes: boolean;
  readonly complete: Complete;
  readonly mayTakeSeconds: (args: Record<string, unknown>) => number;
  readonly handler: (args: Record<string, unknown>, call: ToolCall) => unknown;
  readonly text: (answer: unknown, args: Record<string, unknown>) => string;
  readonly json: (answer: unknown, args: Record<string, unknown>) => unknown;
  readonly part: (answer: unknown, args: Record<string, unknown>) => Part<unknown> | null;
}

/** Declares a tool. Arguments that its schema does not name are refused, by name. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: ToolDeclaration<Input, Output>,
): Tool {
  const { scope, mayTakeSeconds, handler, text, json, part } = declaration;
  return {
    name: declaration.name,
    description: declaration.description,
    scopes: typeof scope === 'string' ? [scope] : scope,
    core: declaration.core ?? false,
    alwaysLoad: declaration.alwaysLoad ?? false,
    view: declaration.view ?? {},
    everyMachine: declaration.everyMachine ?? false,
    input: declaration.input.strict(),
    output: declaration.output,
    answer: declaration.inner === undefined ? declaration.output : declaration.output.extend(declaration.inner),
    annotations: declaration.annotations,
    synonyms: new Map(Object.entries({ ...usualSynonyms(declaration.input), ...declaration.synonyms })),
    changes: /(?:^|_)update_/.test(declaration.name),
    complete: declaration.complete ?? (async (given) => given),
    // The registry passes on only what `input` has parsed, so the arguments have the declared type.
    mayTakeSeconds: (args) => mayTakeSeconds?.(args as z.output<Input>) ?? 0,
    handler: (args, call) => handler(args as z.output<Input>, call),
    text: (answer, args) =>
      text?.(answer as z.output<Output>, args as z.output<Input>) ?? rowsText(answer as Record<string, unknown>),
    json: (answer, args) => json?.(answer as z.output<Output>, args as z.output<Input>) ?? answer,
    part: (answer, args) =>
      (part?.(answer as z.output<Output>, args as z.output<Input>) ?? null) as Part<unknown> | null,
  };
}

function usualSynonyms({ shape }: z.ZodObject): Readonly<Record<string, string>> {
  return 'machine' in shape && !('slug' in shape) ? MACHINE_SYNONYMS : {};
}
