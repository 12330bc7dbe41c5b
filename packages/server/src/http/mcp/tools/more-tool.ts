/** The tools that are not in the short list: which there are, and how one of them is called. */
import { SCOPES } from '@synapse/contract';
import * as z from 'zod';
import { MORE_TOOL } from '../more.ts';
import { mayCall } from '../registry.ts';
import { defineTool, type Tool } from '../tool.ts';
import { EXECUTES } from './annotations.ts';

const MOST_CHARS = 200;

/** A call with `tool` never comes here: it is taken for a call of that tool. */
export const moreTools = (tools: () => readonly Tool[]): Tool[] => [
  defineTool({
    name: MORE_TOOL,
    description:
      'Other tools: aliases, audit log, cancelling, machines, secrets, statistics, projects, journal. `query` lists those with these words; `tool` with `arguments` calls one.',
    scope: [SCOPES[0], ...SCOPES.slice(1)],
    core: 'only',
    input: z.strictObject({
      query: z.string().max(200).optional(),
      tool: z.string().max(100).optional(),
      arguments: z.record(z.string(), z.unknown()).optional(),
    }),
    output: z.object({
      tools: z.array(z.object({ name: z.string(), fields: z.string(), description: z.string() })),
    }),
    // It can do what any of them does.
    annotations: EXECUTES,
    text: ({ tools: found }) =>
      found.map((tool) => `${tool.name}(${tool.fields}) · ${tool.description}`).join('\n') || 'no such tool',
    handler: ({ query }, { caller }) => {
      const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const others = tools().filter((tool) => !tool.core && !tool.view.appOnly && mayCall(tool, caller.scopes));
      const found = others.filter((tool) => words.every((word) => wordsOf(tool).includes(word)));
      return { tools: found.map(inOneLine) };
    },
  }),
];

const wordsOf = ({ name, description }: Tool): string => `${name} ${description}`.toLowerCase();

function inOneLine({ name, description, input }: Tool) {
  const fields = Object.entries(input.shape as Record<string, z.ZodType>);
  const names = fields.map(([field, schema]) => (schema.safeParse(undefined).success ? `${field}?` : field));
  const first = /^.*?\.(?=\s|$)/s.exec(description)?.[0] ?? description;
  return { name, fields: names.join(', '), description: first.slice(0, MOST_CHARS) };
}
