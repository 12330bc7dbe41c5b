/** Replaces each hole of a script by a reference to a variable, with the quotes that its context needs. */
import { type Hole, type List, type Parameter, type Part, type Script, type Span, visitList } from '@synapse/shell';
import { BARE, type Context, type Edit, INSIDE, refuseIn, type Secrets } from './context.ts';
import { type Reason, unsupported } from './placeholder.ts';
import { escapesIn } from './printed-values.ts';
import { refuseEvaluated, refusePiped } from './refuse-evaluated.ts';
import { rewriteHeredoc } from './rewrite-heredoc.ts';

export function rewriteScript(script: Script, secrets: Secrets, forbidden: Reason | null = null): string {
  const { text, list, problem } = script;
  const edits: Edit[] = [];
  rewriteList(list, { text, secrets, edits, ...BARE, where: 'command', forbidden, escapeFor: null });
  if (problem !== null) refuseIn(text.slice(problem.at), secrets, problem.sure ? 'syntax' : 'ambiguous');
  edits.sort((a, b) => a.start - b.start);
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

function rewriteList(list: List, outer: Context): void {
  const context: Context = { ...outer, ...BARE, where: 'command', escapeFor: null };
  let escapes: ReturnType<typeof escapesIn> | null = null;
  visitList(list, {
    pipeline: (pipeline) => refusePiped(pipeline, context),
    command: (command) => {
      refuseEvaluated(command, context);
      escapes = command.kind === 'simple' ? escapesIn(command) : null;
    },
    word: (word) => {
      if (word.holes === 0) return;
      rewriteParts(word.parts, { ...context, escapeFor: escapes?.get(word) ?? null });
    },
    heredoc: (heredoc) => rewriteHeredoc(heredoc, context, rewriteParts),
    arithmetic: (parts) => rewriteParts(parts, { ...context, forbidden: 'arithmetic' }),
  });
}

function rewriteParts(parts: readonly Part[], context: Context): void {
  for (const [index, part] of parts.entries()) rewritePart(part, parts[index - 1], context);
}

function rewritePart(part: Part, previous: Part | undefined, context: Context): void {
  switch (part.kind) {
    case 'hole':
      rewriteHole(part, previous, context);
      break;
    case 'single':
      rewriteParts(part.parts, { ...context, before: `'"`, after: `"'`, escapes: '' });
      break;
    case 'double':
      rewriteParts(part.parts, { ...context, ...INSIDE, where: 'quotes' });
      break;
    case 'ansi':
      rewriteAnsi(part.parts, context);
      break;
    case 'parameter':
      rewriteParameter(part, context);
      break;
    case 'arithmetic':
      rewriteParts(part.parts, { ...context, forbidden: 'arithmetic' });
      break;
    case 'substitution':
    case 'process':
      if (part.holes > 0) rewriteList(part.list, context);
      break;
    case 'backticks':
      rewriteBackticks(part.script, part, context);
  }
}

function rewriteHole(hole: Hole, previous: Part | undefined, context: Context): void {
  const { text, secrets, edits, before, after } = context;
  const name = text.slice(hole.start + 2, hole.end - 2);
  const variable = secrets.variableOf(name, context.escapeFor);
  const reason = context.forbidden ?? (hole.sure ? null : 'ambiguous');
  if (reason !== null) throw unsupported(name, reason);
  const touching = previous?.kind === 'literal' && previous.end === hole.start ? text[hole.start - 1]! : '';
  if (touching !== '' && context.escapes.includes(touching)) {
    edits.push({ start: hole.start - 1, end: hole.start, text: `\\${touching}` });
  }
  edits.push({ start: hole.start, end: hole.end, text: `${before}\${${variable}}${after}` });
}

/** Opened again as a plain quote when nothing is left to decode, because every shell reads that alike. */
function rewriteAnsi(parts: readonly Part[], context: Context): void {
  const decoded = (part: Part) => part.kind === 'escaped' || (part.kind === 'literal' && part.value.endsWith('\\'));
  const last = parts.findLastIndex(decoded);
  for (const [index, part] of parts.entries()) {
    const after = index < last ? `"$'` : `"'`;
    rewritePart(part, parts[index - 1], { ...context, before: `'"`, after, escapes: '\\' });
  }
}

/** A default or a pattern may hold a secret. Shells differ in how they read anything else after the name. */
function rewriteParameter({ operator, parts }: Parameter, context: Context): void {
  const pattern = operator.startsWith('#') || operator.startsWith('%');
  const bare = context.where === 'command';
  const unclear = operator === 'other' || (pattern && context.where === 'heredoc');
  const forbidden = context.forbidden ?? (unclear ? 'expansion' : null);
  const { escapes } = bare ? BARE : INSIDE;
  rewriteParts(parts, { ...context, ...(bare || pattern ? BARE : INSIDE), escapes, forbidden });
}

/** Left as they are if they hold no secret. Otherwise unescaped by one level and written as `$(…)`. */
function rewriteBackticks(script: Script, { start, end }: Span, { text, secrets, edits, forbidden }: Context): void {
  const closed = end > start + 1 && text[end - 1] === '`';
  if (script.problem !== null || !closed || script.text.endsWith('\\')) {
    refuseIn(script.text, secrets, forbidden ?? 'ambiguous');
  }
  if (script.holes === 0) return;
  const inner = rewriteScript(script, secrets, forbidden);
  edits.push({ start, end, text: `$(${inner.startsWith('(') ? ' ' : ''}${inner}\n)` });
}
