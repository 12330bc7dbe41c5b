/** The result objects of `tools/call`, as JSON text. */
import { parseOrRefuse, Refusal } from '@synapse/contract';
import { isObject } from './json-rpc.ts';
import type { Tool } from './tool.ts';

/** The members of a successful result: the object itself, and the same object as text for older clients. */
export function successMembers(output: unknown): string {
  const json = JSON.stringify(output);
  return `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`;
}

/** The members of a result that tells the model what was wrong. */
export function refusalMembers(refusal: Refusal): { members: string; meta: Record<string, unknown> } {
  const texts = [refusal.message, ...(refusal.attachment === null ? [] : [JSON.stringify(refusal.attachment)])];
  const content = JSON.stringify(texts.map((text) => ({ type: 'text', text })));
  return { members: `"content":${content},"isError":true`, meta: { 'synapse/code': refusal.code } };
}

/** The arguments as the tool's schema reads them; throws a refusal that names each wrong one. */
export function readArguments(tool: Tool, given: unknown): Record<string, unknown> {
  return parseOrRefuse(tool.input, applySynonyms(tool, given ?? {}));
}

/** The refusal of a tool that the caller's token does not unlock. */
export function scopeRefusal(tool: Tool): Refusal {
  const [scope] = tool.scopes;
  return scope === 'mcp:synapse' ? new Refusal('plan_required') : new Refusal('scope_missing', { scope });
}

/** Renames synonyms; where both names are given, the synonym stays and is refused as unknown. */
function applySynonyms(tool: Tool, given: unknown): unknown {
  if (tool.synonyms.size === 0 || !isObject(given)) return given;
  let renamed: Record<string, unknown> | undefined;
  for (const [synonym, name] of tool.synonyms) {
    if (!Object.hasOwn(given, synonym) || Object.hasOwn(given, name)) continue;
    renamed ??= { ...given };
    renamed[name] = renamed[synonym];
    delete renamed[synonym];
  }
  return renamed ?? given;
}
