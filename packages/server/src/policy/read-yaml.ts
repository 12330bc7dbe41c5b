/** YAML as a tree of plain nodes with their places. What can grow (aliases) or build something (tags) is refused. */
import { because } from '@synapse/contract';
import type { Scalar } from 'yaml';
import { type Problems, type SourcePosition, sameWords } from './policy-problems.ts';

type Yaml = Omit<typeof import('yaml'), 'default'>;

export interface Node extends SourcePosition {
  /** Of a single value, as it was typed. */
  readonly text?: string;
  readonly items?: readonly Node[];
  readonly entries?: readonly (readonly [Node, Node])[];
}

/** Deeper than any policy. */
const DEPTH_MAX = 8;
/** So many brackets may be open at once before the library looks at the text: it goes as deep as they do. */
const BRACKETS_MAX = 64;

/** Null for a text that says nothing. */
export async function readYaml(text: string, problems: Problems): Promise<Node | null> {
  if (nests(text)) {
    problems.note({ line: 1, column: 1 }, because('policy_nested'));
    return null;
  }
  // Without a policy it is never loaded.
  // By its default export: bundled, a CommonJS library has no other.
  const { default: yaml } = await import('yaml');
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    schema: 'core',
  });
  const placeAt = (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  for (const { message, pos } of [...document.errors, ...document.warnings]) {
    problems.note(placeAt(pos[0]), sameWords(message.slice(0, 200)));
  }
  if (document.contents === null || document.errors.length > 0) return null;
  const walk = new Walk(yaml, problems, placeAt);
  const root = walk.node(document.contents, 0, 0);
  return root.text === '' ? null : root;
}

class Walk {
  readonly #yaml: Yaml;
  readonly #problems: Problems;
  readonly #placeAt: (offset: number) => SourcePosition;

  constructor(yaml: Yaml, problems: Problems, placeAt: (offset: number) => SourcePosition) {
    this.#yaml = yaml;
    this.#problems = problems;
    this.#placeAt = placeAt;
  }

  node(given: unknown, depth: number, near: number): Node {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    const at = (given as { range?: readonly number[] } | null)?.range?.[0] ?? near;
    const place = this.#placeAt(at);
    if (isAlias(given)) return this.#refused(place, 'policy_alias');
    if (depth > DEPTH_MAX) return this.#refused(place, 'policy_nested');
    if (isScalar(given)) return { ...place, text: textOf(given) };
    if (isSeq(given)) return { ...place, items: given.items.map((item) => this.node(item, depth + 1, at)) };
    if (!isMap(given)) return { ...place, text: '' };
    const entries = given.items.map(({ key, value }) => {
      const name = this.node(key, depth + 1, at);
      return [
        name,
        value === null ? { ...this.#placeAt(endOf(key, at)), text: '' } : this.node(value, depth + 1, at),
      ] as const;
    });
    return { ...place, entries };
  }

  #refused(place: SourcePosition, problem: 'policy_alias' | 'policy_nested'): Node {
    this.#problems.note(place, because(problem));
    return { ...place, text: '' };
  }
}

/** As it was typed: `1` stays `1`, and `no` is no boolean here. */
function textOf({ source, value }: Scalar): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : (source ?? String(value));
}

const endOf = (node: unknown, otherwise: number): number =>
  (node as { range?: readonly number[] } | null)?.range?.[1] ?? otherwise;

/** Whether more brackets are open at once, or dashes follow each other, than any policy has. Quoted ones count, too. */
function nests(text: string): boolean {
  let open = 0;
  for (const letter of text) {
    if (letter === '[' || letter === '{') open++;
    else if ((letter === ']' || letter === '}') && open > 0) open--;
    if (open > BRACKETS_MAX) return true;
  }
  return /(?:-[ \t]+){20}|(?:\?[ \t]+){20}/.test(text) || /^[ \t]{200}/m.test(text);
}
