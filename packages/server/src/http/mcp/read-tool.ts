/** A tool's answer for resources and prompts: the same checks, the same redaction, the same text. */
import { answerOf, assertMayCall, type CallSettings } from './call-tool.ts';
import type { Reader } from './library.ts';
import { readArguments } from './tool-answer.ts';

/** The answer as it would come, and its text. */
export type ReadTool = (
  reader: Reader,
  tool: string,
  args: Record<string, unknown>,
) => Promise<{ readonly answer: Record<string, unknown>; readonly text: string }>;

export function createReadTool(settings: CallSettings): ReadTool {
  return async ({ call, redact, vaultVersion }, name, given) => {
    const tool = settings.registry.find(name);
    if (tool === undefined) throw new Error(`there is no ${name}`);
    assertMayCall(tool, call.caller, given);
    const args = readArguments(tool, given);
    const answer = await answerOf(settings, tool, args, call, { vaultVersion });
    return { answer, text: redact(tool.text(answer, args)) };
  };
}
