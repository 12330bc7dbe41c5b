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
        const seen = tools.filter((tool) => mayCall(tool, scopes) && (tool.core || toolset === 'all'));
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

const READABLE_PATTERN = 100;

function shorten(json: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (typeof json.brief === 'string') {
    replace(json, { type: 'object', description: json.brief });
    return;
  }
  // A format already says what its pattern spells out, and a pattern of hundreds of characters is for machines anyway.
  if (json.format !== undefined || (json.pattern?.length ?? 0) > READABLE_PATTERN) delete json.pattern;
  if (json.minLength === 0) delete json.minLength;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (io === 'input') return;
  // An answer is checked before it is sent. To read one, the names and types of its fields are enough.
  delete json.additionalProperties;
  delete json.required;
  delete json.format;
  const [type, none] = json.anyOf ?? [];
  if (typeof type?.type === 'string' && none?.type === 'null') replace(json, { type: [type.type, 'null'] });
}

function replace(json: z.core.JSONSchema.BaseSchema, by: Record<string, unknown>): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, by);
}
