/** What an answer about a command costs its reader: all of its characters, not only those of the output. */
import { EXECUTION_LIMITS, type ExecResult, leanResult, type Source } from '@synapse/contract';

/** How an answer is written. */
export interface AnswerForm {
  readonly source: Source;
  /** As text; otherwise as JSON. */
  readonly asText?: boolean | undefined;
}

/** The first line of a text: how it ended, and after how long. */
const FIRST_LINE_CHARS = 20;
const STDERR_LINE = '--- stderr\n';

/** Without the words of a refusal, which only the edge knows. */
type Answer = Omit<ExecResult, 'refusal' | 'approval'>;

export function answeredChars(answer: Answer, { source, asText }: AnswerForm): number {
  const { stdout, stderr } = answer;
  if (asText) return FIRST_LINE_CHARS + stdout.length + (stderr === '' ? 0 : STDERR_LINE.length + stderr.length);
  const { refusal: _, approval: __, ...shown } = answer as ExecResult;
  // A model gets only the beginning of a long command.
  const command_template = shown.command_template.slice(0, EXECUTION_LIMITS.templateChars);
  return JSON.stringify(source === 'mcp' ? leanResult({ ...shown, command_template }) : shown).length;
}
