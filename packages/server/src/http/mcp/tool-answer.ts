/** The result objects of `tools/call`, as JSON text. */
import { argumentsInvalid, type FieldProblem, Refusal } from '@synapse/contract';
import { z } from 'zod';
import { clip, isObject } from './json-rpc.ts';
import type { Tool } from './tool.ts';

const MAX_PROBLEMS = 20;
const french = z.locales.fr().localeError;

/** The members of a successful result: the object itself, and the same object as text for older clients. */
export function successMembers(output: unknown): string {
  const json = JSON.stringify(output);
  return `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`;
}

/** The members of a result that tells the model what was wrong. */
export function refusalMembers(refusal: Refusal): { members: string; meta: Record<string, unknown> } {
  const content = JSON.stringify([{ type: 'text', text: refusal.message }]);
  return { members: `"content":${content},"isError":true`, meta: { 'synapse/code': refusal.code } };
}

/** The arguments as the tool's schema reads them; throws a refusal that names each wrong one. */
export function readArguments(tool: Tool, given: unknown): Record<string, unknown> {
  const parsed = tool.input.safeParse(applySynonyms(tool, given ?? {}), { error: french });
  if (parsed.success) return parsed.data;
  const problems: FieldProblem[] = [];
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String);
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
    for (const field of fields) problems.push({ field: clip(field.join('.')), problem: clipProblem(issue.message) });
    if (problems.length >= MAX_PROBLEMS) break;
  }
  throw argumentsInvalid(problems.slice(0, MAX_PROBLEMS));
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

function clipProblem(message: string): string {
  return message.length > 200 ? `${message.slice(0, 200)}…` : message;
}
