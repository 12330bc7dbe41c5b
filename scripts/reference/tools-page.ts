/** The reference page of the MCP tools, from their declarations. */
import * as z from 'zod';
import type { Tool } from '../../packages/server/src/http/mcp/tool.ts';
import { allTools, type ToolServices } from '../../packages/server/src/http/mcp/tools/index.ts';
import { tableOf, typeOf } from './markdown.ts';

interface ObjectSchema {
  properties?: Record<string, Record<string, unknown>>;
  required?: string[];
}

export function toolsPage(): string {
  // Declarations use their services only when they are called.
  const tools = allTools({} as ToolServices);
  const list = tools.map((tool) => [`[\`${tool.name}\`](#${tool.name})`, tool.scopes.join(' or '), hintsOf(tool)]);
  return [
    '# MCP tools',
    '',
    `\`POST /tda/mcp\`, in the order of \`tools/list\`; a token sees only what its scopes allow.`,
    '',
    ...tableOf(['Tool', 'Scope', 'Hints'], list),
    '',
    ...tools.flatMap(section),
  ].join('\n');
}

function section(tool: Tool): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input' }) as ObjectSchema;
  const answer = (z.toJSONSchema(tool.output, { io: 'output' }) as ObjectSchema).properties ?? {};
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? '' : '?'}`,
    typeOf(schema),
    schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``,
    String(schema.description ?? ''),
  ]);
  return [
    `## ${tool.name}`,
    '',
    ...tool.description.split('\n').flatMap((line) => [line, '']),
    ...(rows.length === 0 ? ['No arguments.'] : tableOf(['Argument', 'Type', 'Default', 'Meaning'], rows)),
    '',
    `Answers ${Object.keys(answer)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    '',
  ];
}

function hintsOf({ annotations }: Tool): string {
  const said = {
    readOnlyHint: 'reads',
    destructiveHint: 'destructive',
    idempotentHint: 'idempotent',
    openWorldHint: 'open world',
  };
  return Object.entries(said)
    .filter(([hint]) => annotations[hint as keyof typeof said])
    .map(([, word]) => word)
    .join(', ');
}
