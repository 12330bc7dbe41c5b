/** Every tool in its fixed order. The answer to `tools/list` is made once per set of scopes. */
import { orderScopes, type Scope } from '@synapse/contract';
import * as z from 'zod';
import type { Tool } from './tool.ts';

/** What `tools/list` shows. Calling a tool does not depend on it. */
export type Toolset = 'all' | 'core';
/** How answers are written: as JSON, or as text for a model to read. */
export type AnswerForm = 'json' | 'text';

export interface Registry {
  find(name: string): Tool | undefined;
  /** The JSON text of the `tools` array that these scopes see: every tool, or the core of them. */
  list(scopes: readonly Scope[], toolset?: Toolset, answers?: AnswerForm): string;
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
  // Written when a list first shows it: all of them take a tenth of a start.
  const written = { json: new Map<Tool, string>(), text: new Map<Tool, string>() };
  const write = (tool: Tool, answers: AnswerForm): string => {
    const json = written[answers].get(tool) ?? JSON.stringify(describe(tool, answers));
    written[answers].set(tool, json);
    return json;
  };
  const lists = new Map<string, string>();

  return {
    find: (name) => byName.get(name),
    list(scopes, toolset = 'all', answers = 'json') {
      // There are at most 2^5 sets of scopes, four times, so the cache needs no bound of its own.
      const key = [toolset, answers, ...orderScopes(scopes)].join(' ');
      let list = lists.get(key);
      if (list === undefined) {
        const listed = ({ core }: Tool) => (toolset === 'all' ? core !== 'only' : core !== false);
        const seen = tools.filter((tool) => mayCall(tool, scopes) && listed(tool));
        list = `[${seen.map((tool) => write(tool, answers)).join(',')}]`;
        lists.set(key, list);
      }
      return list;
    },
  };
}

function describe(tool: Tool, answers: AnswerForm): Record<string, unknown> {
  return {
    name: tool.name,
    ...(tool.title !== undefined && { title: tool.title }),
    description: tool.description,
    inputSchema: schemaOf(tool.input, 'input'),
    // A text answer has no structured content that a schema could describe.
    ...(answers === 'json' && { outputSchema: schemaOf(tool.output, 'output') }),
    annotations: tool.annotations,
  };
}

/** A model reads every character of this, so what tells it nothing is left out. */
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
  if (json.default === false) delete json.default;
  const [type, none] = json.anyOf ?? [];
  if (json.anyOf?.length === 2 && none?.type === 'null' && typeof type?.type === 'string' && isPlain(type)) {
    const { anyOf: _, ...rest } = json;
    replace(json, { ...rest, type: [type.type, 'null'] });
  }
}

/**
 * A call with a value that is too long, too large or of the wrong form is refused with a message that says so. To make
 * a right one, a model needs names, types, choices and what is required.
 */
const CHECKED_ANYWAY = [
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'additionalProperties',
  'format',
] as const;
/** An answer is checked before it is sent. To read one, the names and types of its fields are enough. */
const CHECKED_BEFORE = [...CHECKED_ANYWAY, 'required'] as const;

const isPlain = ({ type }: z.core.JSONSchema.BaseSchema): boolean => type !== 'object' && type !== 'array';

function replace(json: z.core.JSONSchema.BaseSchema, by: Record<string, unknown>): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, by);
}
