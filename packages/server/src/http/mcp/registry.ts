/** Every tool in its fixed order; the answers to `tools/list` are written once per set of scopes. */
import { orderScopes, type Scope } from '@synapse/contract';
import { z } from 'zod';
import type { Tool } from './tool.ts';

export interface Registry {
  find(name: string): Tool | undefined;
  /** The JSON text of the `tools` array that these scopes see. */
  list(scopes: readonly Scope[]): string;
}

export function mayCall(tool: Tool, scopes: readonly Scope[]): boolean {
  return tool.scopes.some((scope) => scopes.includes(scope));
}

export function createRegistry(tools: readonly Tool[]): Registry {
  const byName = new Map<string, { tool: Tool; json: string }>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`two tools are named ${tool.name}`);
    byName.set(tool.name, { tool, json: JSON.stringify(describe(tool)) });
  }
  const lists = new Map<string, string>();

  return {
    find: (name) => byName.get(name)?.tool,
    list(scopes) {
      // At most 2^4 sets of scopes exist, so the cache needs no bound of its own.
      const key = orderScopes(scopes).join(' ');
      let list = lists.get(key);
      if (list === undefined) {
        const seen = [...byName.values()].filter(({ tool }) => mayCall(tool, scopes));
        list = `[${seen.map(({ json }) => json).join(',')}]`;
        lists.set(key, list);
      }
      return list;
    },
  };
}

function describe(tool: Tool): Record<string, unknown> {
  return {
    name: tool.name,
    ...(tool.title !== undefined && { title: tool.title }),
    description: tool.description,
    inputSchema: z.toJSONSchema(tool.input, { io: 'input' }),
    outputSchema: z.toJSONSchema(tool.output, { io: 'output' }),
    annotations: tool.annotations,
  };
}
