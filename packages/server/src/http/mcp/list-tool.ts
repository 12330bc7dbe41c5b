/** A tool that answers with rows: all of them, or as many as fit from the one that was asked for on. */
import * as z from 'zod';
import { defineTool, type Tool, type ToolDeclaration } from './tool.ts';

const paged = { offset: z.int().min(0).optional() };
const continued = { next_offset: z.int().optional() };

/** `rows`: the name of the array in its answer. */
export function listTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  rows: Extract<keyof z.input<Output>, string>,
  { handler, ...declaration }: Omit<ToolDeclaration<Input, Output>, 'inner' | 'part' | 'json'>,
): Tool {
  type Answer = Record<string, unknown>;
  const rowsOf = (answer: Answer): readonly unknown[] => answer[rows] as unknown[];
  return defineTool({
    ...(declaration as unknown as ToolDeclaration<z.ZodObject, z.ZodObject>),
    input: declaration.input.safeExtend(paged),
    output: declaration.output.safeExtend(continued),
    handler: async ({ offset = 0, ...args }, call) => {
      const answer = (await handler(args as z.output<Input>, call)) as Answer;
      return { ...answer, [rows]: rowsOf(answer).slice(offset as number) };
    },
    part: (answer, { offset = 0 }) => ({
      length: rowsOf(answer).length,
      first: (length) => ({
        ...answer,
        [rows]: rowsOf(answer).slice(0, length),
        next_offset: (offset as number) + length,
      }),
    }),
  });
}
