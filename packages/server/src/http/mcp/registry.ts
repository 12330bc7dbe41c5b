/** Every tool in its fixed order. The answer to `tools/list` is made once per set of scopes. */
import { type Language, orderScopes, type Scope, TOOL_TITLES } from '@synapse/contract';
import * as z from 'zod';
import type { Tool } from './tool.ts';

/** What `tools/list` shows. Calling a tool does not depend on it. */
export type Toolset = 'all' | 'core';
/** How answers are written: as JSON, or as text for a model to read. */
export type AnswerForm = 'json' | 'text';

/** How the list is written for a client. */
export interface ListForm {
  readonly toolset: Toolset;
  readonly answers: AnswerForm;
  /** Of the titles. */
  readonly language: Language;
  /** With the views of tools, and the tools that only views call. */
  readonly views: boolean;
  /** A tool has a title of its own; otherwise it is one of its annotations. */
  readonly titled: boolean;
}

export interface Registry {
  find(name: string): Tool | undefined;
  /** The JSON text of the `tools` array that these scopes see: every tool, or the core of them. */
  list(scopes: readonly Scope[], form: ListForm): string;
}

export function mayCall(tool: Tool, scopes: readonly Scope[]): boolean {
  return tool.scopes.some((scope) => scopes.includes(scope));
}

export function createRegistry(tools: readonly Tool[]): Registry {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    byName.set(tool.name, tool);
  }
  const describe = (tool: Tool, { answers, language, views, titled }: ListForm, listed: boolean) => {
    const title = TOOL_TITLES[tool.name]?.[language];
    const meta = metaOf(tool, views, listed);
    return {
      name: tool.name,
      ...(titled && title !== undefined && { title }),
      description: tool.description,
      inputSchema: schemaOf(tool.input, 'input'),
      // A text answer has no structured content that a schema could describe.
      ...((answers === 'json' || tool.view.appOnly) && { outputSchema: schemaOf(tool.output, 'output') }),
      annotations: titled || title === undefined ? tool.annotations : { title, ...tool.annotations },
      ...(meta !== null && { _meta: meta }),
    };
  };
  const lists = new Map<string, string>();

  return {
    find: (name) => byName.get(name),
    list(scopes, form) {
      const { toolset, answers, language, views, titled } = form;
      // There are at most 2^5 sets of scopes and 2^5 forms, so the cache needs no bound of its own.
      const key = [toolset, answers, language, views, titled, ...orderScopes(scopes)].join(' ');
      let list = lists.get(key);
      if (list === undefined) {
        const listed = ({ core, view }: Tool) =>
          !view.appOnly && (toolset === 'all' ? core !== 'only' : core !== false);
        const seen = tools.filter(
          (tool) => mayCall(tool, scopes) && (listed(tool) || (views && CALLED_BY_VIEWS.includes(tool.name))),
        );
        list = JSON.stringify(seen.map((tool) => describe(tool, form, listed(tool))));
        lists.set(key, list);
      }
      return list;
    },
  };
}

/** Clients with views get these in every list. */
const CALLED_BY_VIEWS = ['synapse_view_execution', 'synapse_view_machines', 'synapse_cancel_execution'];

/** What clients that know the key do with a tool. `listed`: a model sees it. */
function metaOf({ alwaysLoad, view }: Tool, views: boolean, listed: boolean): Record<string, unknown> | null {
  const ui = {
    ...(view.uri !== undefined && { resourceUri: view.uri }),
    ...(!listed && { visibility: ['app'] }),
  };
  const meta = {
    ...(alwaysLoad && { 'anthropic/alwaysLoad': true }),
    ...(views && Object.keys(ui).length > 0 && { ui }),
  };
  return Object.keys(meta).length === 0 ? null : meta;
}

/** A model pays for every character of this, so keys that do not help it are left out. */
function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
  const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => shorten(jsonSchema, io);
  // The protocol's default dialect need not be named.
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, override });
  return json;
}

function shorten(json: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (typeof json.brief === 'string') {
    replace(json, { type: 'object', description: json.brief });
    return;
  }
  for (const key of io === 'input' ? CHECKED_ANYWAY : CHECKED_BEFORE) delete json[key];
  // Where a length or the name of a format bounds a text, its pattern is left out.
  if (json.maxLength !== undefined || json.format !== undefined) delete json.pattern;
  if (json.default === false) delete json.default;
  const [type, none] = json.anyOf ?? [];
  if (json.anyOf?.length === 2 && none?.type === 'null' && typeof type?.type === 'string' && isPlain(type)) {
    const { anyOf: _, ...rest } = json;
    replace(json, { ...type, ...rest, type: [type.type, 'null'] });
  }
}

/**
 * A call with a value of the wrong form, or a number out of range, is refused with a message that says so. To make a
 * right one, a model needs names, types, choices, what is required, and how long a text may be.
 */
const CHECKED_ANYWAY = [
  'minLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'additionalProperties',
  'propertyNames',
] as const;
const BOUNDS = ['maxLength', 'pattern', 'format'] as const;
/** An answer is checked before it is sent. To read one, the names and types of its fields are enough. */
const CHECKED_BEFORE = [...CHECKED_ANYWAY, ...BOUNDS, 'required'] as const;

const isPlain = ({ type }: z.core.JSONSchema.BaseSchema): boolean => type !== 'object' && type !== 'array';

function replace(json: z.core.JSONSchema.BaseSchema, by: Record<string, unknown>): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, by);
}
