/** From what was typed to what runs: an alias, its arguments, its marker. Pure. */
import { argumentsInvalid, because, EXECUTION_LIMITS, Refusal } from '@synapse/contract';
import { readScript, TooMuchToRead } from '@synapse/shell';

export interface AliasCall {
  /** As typed, without the `@`. */
  readonly code: string;
  /** Written with `@`: it must be an alias. */
  readonly explicit: boolean;
  /** As written; empty when there are none. */
  readonly args: string;
}

export interface AliasText {
  readonly code: string;
  readonly command: string;
}

const CODE = /^[a-z]{3}$/i;
const BLANK = ' \t\r\n';

export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** The form in which codes are compared. */
export function codeKey(code: string): string {
  return code.toLowerCase();
}

/** The alias that a command may be calling. Null for a command that cannot be a call. */
export function readCall(command: string): AliasCall | null {
  let start = 0;
  while (start < command.length && BLANK.includes(command[start]!)) start++;
  let end = start;
  while (end < command.length && !BLANK.includes(command[end]!)) end++;
  const explicit = command[start] === '@';
  const code = command.slice(explicit ? start + 1 : start, end);
  if (!explicit && !isCode(code)) return null;
  // A line break stays: what follows it was written on a line of its own.
  while (end < command.length && ' \t'.includes(command[end]!)) end++;
  const args = command.slice(end);
  return { code, explicit, args: args.trim() === '' ? '' : args };
}

/** The first word of a command if it looks like an alias code, with or without `@`; in lower case. */
export function leadingCode(command: string): string | null {
  const found = /^[ \t\r\n]*@?([a-z]{3})(?=[\s|&;<>()]|$)/i.exec(command);
  return found === null ? null : codeKey(found[1]!);
}

/** Arguments cannot simply be appended to these: only the last step would get them. */
function isMultiStep(command: string): boolean {
  return /[|&;\n]/.test(command);
}

/** The command with `\{}` made literal and every marker removed, and the places where the markers stood. */
export function readMarkers(command: string): { readonly text: string; readonly markers: readonly number[] } {
  const markers: number[] = [];
  let text = '';
  for (let index = 0; index < command.length; ) {
    if (command.startsWith('\\{}', index)) {
      text += '{}';
      index += 3;
    } else if (command.startsWith('{}', index)) {
      markers.push(text.length);
      index += 2;
    } else {
      text += command[index++];
    }
  }
  return { text, markers };
}

/** The reverse: escapes text that must come out of an expansion unchanged. */
export function escapeMarkers(text: string): string {
  return text.replaceAll('{}', '\\{}');
}

export function expandAlias({ code, command }: AliasText, args: string): string {
  const expanded = withArguments(code, command, args);
  if (expanded.trim() === '') {
    throw argumentsInvalid([{ field: 'command', problem: because('alias_wants_arguments', { code }) }]);
  }
  if (expanded.length > EXECUTION_LIMITS.commandChars) {
    throw argumentsInvalid([
      { field: 'command', problem: because('max_expanded', { max: EXECUTION_LIMITS.commandChars }) },
    ]);
  }
  return expanded;
}

function withArguments(code: string, command: string, args: string): string {
  const { text, markers } = readMarkers(command);
  const [at] = markers;
  if (at === undefined) {
    if (args === '') return text;
    if (isMultiStep(command)) throw new Refusal('alias_multi_step', { code });
    return `${text} ${args}`;
  }
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return args === '' ? withoutMarker(before, after) : before + args + after;
}

/** A marker that stands alone between blanks takes one of the two blanks with it. Inside quotes all blanks stay. */
function withoutMarker(before: string, after: string): string {
  const gapBefore = before === '' || /[^\\][ \t]$/.test(before);
  const gapAfter = after === '' || /^[ \t]/.test(after);
  if (!gapBefore || !gapAfter || endsInQuotes(before)) return before + after;
  return after === '' ? before.trimEnd() : before + after.trimStart();
}

function endsInQuotes(text: string): boolean {
  try {
    return readScript(text).problem?.open === 'quotes';
  } catch (error) {
    if (error instanceof TooMuchToRead) return false;
    throw error;
  }
}
