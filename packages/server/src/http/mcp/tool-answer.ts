/** The result objects of `tools/call`, as JSON text. */
import { type Language, PLANS, type PlanId, parseOrRefuse, Refusal, withoutNulls } from '@synapse/contract';
import { applySynonyms } from '../synonyms.ts';
import type { AnswerForm } from './registry.ts';
import type { Tool } from './tool.ts';

/** The fields of a successful result, given as JSON: the object itself, and the same object as text for older clients. */
export function successMembers(json: string): string {
  return `"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}`;
}

/** The fields of a successful result that is text and nothing else. */
export const textMembers = (text: string): string => `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;

/** The fields of a result that tells the model what was wrong. */
export function refusalMembers(
  refusal: Refusal,
  language: Language,
  redact: (text: string) => string,
  answers: AnswerForm = 'json',
): { members: string; meta: Record<string, unknown> } {
  const message = refusal.in(language);
  const first = answers === 'json' ? message : refusalText(refusal, language);
  const attached = refusal.attachment;
  const isSaid = answers === 'text' && Object.values(attached ?? {}).every((value) => first.includes(String(value)));
  const texts = [first, ...(attached === null || isSaid ? [] : [JSON.stringify(attached)])];
  const content = JSON.stringify(texts.map((text) => ({ type: 'text', text: redact(text) })));
  // As JSON the text is the message alone; the suggestion is here.
  const problems = answers === 'json' ? problemsOf(refusal, language).map(redact) : [];
  const meta = { 'synapse/code': refusal.code, ...(problems.length > 0 && { 'synapse/problems': problems }) };
  return { members: `"content":${content},"isError":true`, meta };
}

/** On one line, with what is known of the field that was wrong. */
const refusalText = (refusal: Refusal, language: Language): string =>
  [`refused: ${refusal.code}`, refusal.in(language), ...problemsOf(refusal, language)].join(' · ');

/** Unless the message names the fields itself. */
const problemsOf = (refusal: Refusal, language: Language): string[] =>
  refusal.code === 'arguments_invalid' ? [] : refusal.fieldsIn(language).map(({ problem }) => problem);

/** The arguments as the tool's schema reads them; throws a refusal that names each wrong one. */
export function readArguments(tool: Tool, given: unknown): Record<string, unknown> {
  const args = applySynonyms(tool.synonyms, given ?? {});
  return parseOrRefuse(tool.input, tool.changes ? args : withoutNulls(tool.input, args));
}

/** The refusal for a tool that the caller's token does not allow. */
export function scopeRefusal(tool: Tool, plan: PlanId): Refusal {
  const [scope] = tool.scopes;
  if (scope !== 'mcp:synapse') return new Refusal('scope_missing', { scope });
  return new Refusal('plan_required', PLANS[plan].scopes.includes(scope) ? { scope } : {});
}

/** Whether a call names something of a crew, or an execution, which is looked up where it is. */
export function isAboutCrews(given: unknown): boolean {
  const { machine, slug, machines, from, to, crew, execution_id } = (given ?? {}) as Readonly<Record<string, unknown>>;
  // Nulls are dropped when the arguments are parsed, so a null names nothing.
  if (crew != null || execution_id != null) return true;
  const names = [machine, slug, from, to, ...(Array.isArray(machines) ? machines : [])];
  return names.some((name) => typeof name === 'string' && /^[^:]*\//.test(name));
}
