/** What is wrong with what was typed, with the fields called what the form calls them. */
import type { Problem } from '../api/problem.ts';
import type { Catalogue } from '../i18n/catalogue.ts';

type Words = Catalogue['fields'];

export function fieldProblems({ fields }: Pick<Problem, 'fields'>, words: Words, colon: string): string[] {
  return fields.map(({ field, problem }) => {
    const said = inWords(problem, words);
    const name = nameOf(field, words);
    return name === undefined ? said : `${name}${colon}${said}`;
  });
}

/** `connection.jump.host` is the host, `containers.2` the containers. Of a field without a word there is nothing to say. */
function nameOf(field: string, words: Words): string | undefined {
  const part = field.split(/[.[\]]+/).findLast((one) => one !== '' && !/^\d+$/.test(one));
  return part === undefined ? undefined : (wordOf(part, words) ?? part);
}

const wordOf = (name: string, words: Words): string | undefined =>
  Object.hasOwn(words, name) ? words[name as keyof Words] : undefined;

/** Reasons that the service gives name other fields. */
const inWords = (problem: string, words: Words): string =>
  problem.replace(/\b[a-z]+(?:_[a-z]+)+\b|\bcontainers\b/g, (name) => {
    const word = wordOf(name, words);
    return word === undefined ? name : `“${word}”`;
  });
