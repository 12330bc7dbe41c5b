/** Prompts and resources whose contents the tests and the conformance suite know. */
import { wrongShape } from '../../packages/server/src/http/mcp/json-rpc.ts';
import type { Library } from '../../packages/server/src/http/mcp/library.ts';
import { ProtocolFailure } from '../../packages/server/src/http/mcp/protocol-failure.ts';

const argument = (name: string) => ({ name, description: name, required: true });
const PROMPTS = [
  { name: 'test_simple_prompt', title: 'Simple', description: 'A prompt without arguments.' },
  {
    name: 'test_prompt_with_arguments',
    title: 'With arguments',
    description: 'A prompt with two arguments.',
    arguments: [argument('arg1'), argument('arg2')],
  },
];
const TEXT = 'text/plain';

export const sampleLibrary: Library = {
  prompts: {
    list: async () => PROMPTS,
    get: async (_reader, name, args) => {
      const prompt = PROMPTS.find((one) => one.name === name);
      if (prompt === undefined) return null;
      for (const { name: needed } of prompt.arguments ?? []) {
        if (args[needed] === undefined) throw new ProtocolFailure(wrongShape(`missing argument: ${needed}`));
      }
      const text =
        prompt.arguments === undefined
          ? 'This is a simple prompt for testing.'
          : `Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`;
      return { description: prompt.description, text };
    },
    complete: async (_reader, name, of, typed) =>
      PROMPTS.some((one) => one.name === name && one.arguments?.some((each) => each.name === of))
        ? ['paris', 'park', 'party'].filter((word) => word.startsWith(typed))
        : null,
  },
  resources: {
    list: async () => [{ uri: 'test://static-text', name: 'static-text', mimeType: TEXT }],
    templates: () => [
      { uriTemplate: 'test://template/{id}/data', name: 'template', title: 'Template', mimeType: TEXT },
    ],
    read: async (_reader, uri) => {
      if (uri === 'test://static-text')
        return { mimeType: TEXT, text: 'This is the content of the static text resource.' };
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
      if (id === undefined) return null;
      return {
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      };
    },
    complete: async () => null,
  },
};
