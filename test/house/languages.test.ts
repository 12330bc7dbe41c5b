/**
 * Words for people come from the catalogues, in both languages: no French elsewhere, no raw English inside a refusal.
 */
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { because, type ReasonKey } from '../../packages/contract/src/reasons.ts';
import { SOURCES, textOf } from './sources.ts';

const REASONS = ['reasons', 'policy-reasons', 'machine-reasons', 'file-reasons', 'look-reasons', 'job-reasons'].map(
  (name) => `packages/contract/src/${name}.ts`,
);
/** Why a part of a command has its effects. */
const JUDGE_WORDS = ['packages/judge/src/why.ts'];
/** What the command line and the agent say of themselves. */
const CLI_WORDS = ['packages/cli/src/words/', 'packages/cli/src/catalogue'];
const AGENT_WORDS = ['packages/agent/src/words.ts'];
const CATALOGUES = [
  'packages/contract/src/errors.ts',
  ...REASONS,
  'packages/web/src/i18n/',
  'packages/contract/src/bundle-words.ts',
  'packages/contract/src/surface-words.ts',
  'packages/contract/src/tool-titles.ts',
  'packages/contract/src/view-words.ts',
  ...CLI_WORDS,
  ...AGENT_WORDS,
  ...JUDGE_WORDS,
];
/** French text that is not made of our own words. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'packages/contract/src/plans.ts': ['Équipage'],
  'packages/web/src/layout/view-menu.tsx': ['Français'],
  'packages/web/src/pages/settings/appearance-section.tsx': ['Français'],
};
/** These recognise what programs print, in the languages in which they print it. */
const RECOGNISE = ['packages/compaction/src/filters/'];

const FRENCH_LETTERS = /[àâçéèêëîïôùûœÀÂÇÉÈÊËÎÏÔÙÛŒ«»]/;
const FRENCH_WORDS =
  /(?:^|[\s(’'])(?:le|la|les|des|du|une|au|aux|est|sont|dans|sans|avec|pour|pas|soit|vous|votre|ce|cette|requis|inconnu|attendu|interdit)(?=[\s,.:;)]|$)/gi;

const files = SOURCES.filter((file) => !CATALOGUES.some((place) => file.startsWith(place)));

/** A node of the syntax tree, with any members that its type has. */
type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const parsed = (file: string) => parseAst(textOf(file), { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;

/** `look` returns false when it has seen enough of a branch. */
function visit(node: Node, look: (node: Node) => boolean | undefined): void {
  if (look(node) === false) return;
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, look);
}

/** The text of a literal, or of a piece of one. Null for everything else. */
function literalOf({ type, value }: Node): string | null {
  if (type === 'Literal' || type === 'JSXText') return typeof value === 'string' ? value : null;
  return type === 'TemplateElement' ? (value as { cooked: string }).cooked : null;
}

const nameOf = (value: unknown): unknown => isNode(value) && (value.name ?? value.value);

const isFrench = (text: string): boolean =>
  FRENCH_LETTERS.test(text) || new Set([...text.matchAll(FRENCH_WORDS)].map(([word]) => word.trim())).size >= 2;

it('finds French', () => {
  for (const text of ['réservé', 'soit command, soit alias ou pas', 'doit figurer dans la liste']) {
    expect([text, isFrench(text)]).toEqual([text, true]);
  }
  for (const text of ['Adds to a project’s list.', 'the host opens no channel', 'select a.id from la']) {
    expect([text, isFrench(text)]).toEqual([text, false]);
  }
});

it('has French in the catalogues only', () => {
  const found: string[] = [];
  for (const file of files.filter((each) => !RECOGNISE.some((place) => each.startsWith(place)))) {
    visit(parsed(file), (node) => {
      const text = literalOf(node);
      if (text !== null && isFrench(text) && !NAMES[file]?.includes(text)) found.push(`${file}: ${text}`);
      return undefined;
    });
  }
  expect(found).toEqual([]);
});

/** Members whose value a person reads as part of a refusal. */
const TOLD = ['problem', 'lost'];
/** For whoever installs the service, not for its users. */
const FOR_OPERATORS = ['packages/server/src/admin/'];

/** Words that nobody translated: a sentence of our own, or the text of somebody else's error. */
function rawWords(value: Node): string | null {
  let found: string | null = null;
  visit(value, (node) => {
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'because') return false;
    const text = literalOf(node);
    if (text !== null && /\p{L}+\s+\p{L}+/u.test(text)) found ??= text;
    if (node.type === 'MemberExpression' && nameOf(node.property) === 'message') found ??= '….message';
    return undefined;
  });
  return found;
}

function detailsOf(node: Node): readonly Node[] {
  const values = (node.arguments as readonly Node[] | undefined) ?? [];
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Refusal') return values.slice(1, 2);
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'unreachable') return values;
  if (node.type === 'Property' && TOLD.includes(String(nameOf(node.key)))) return [node.value as Node];
  return [];
}

it('puts no words into a refusal that the catalogues do not have', () => {
  const found: string[] = [];
  for (const file of files.filter((each) => !FOR_OPERATORS.some((place) => each.startsWith(place)))) {
    visit(parsed(file), (node) => {
      for (const raw of detailsOf(node).map(rawWords)) if (raw !== null) found.push(`${file}: ${raw}`);
      return undefined;
    });
  }
  expect(found).toEqual([]);
});

/** The keys as they are written in the catalogue. */
function reasonKeys(): ReasonKey[] {
  return [
    ...REASONS.map(textOf)
      .join('\n')
      .matchAll(/^ {2}(\w+): \{/gm),
  ].map(([, key]) => key as ReasonKey);
}

it('has every reason in both languages, with the same details, and uses it', () => {
  const keys = reasonKeys();
  expect(keys.length).toBeGreaterThan(50);
  const sources = files.map(textOf).join('\n');
  const details = (text: string) => (text.match(/\{[a-z_]+\}/g) ?? []).sort();
  for (const key of keys) {
    const { fr, en } = because(key);
    expect([key, details(en)]).toEqual([key, details(fr)]);
    expect([key, FRENCH_LETTERS.test(en)]).toEqual([key, false]);
    // Several may be meant at once: `secret_${weak}`.
    const family = `\`${key.split('_')[0]}_\${`;
    expect([key, sources.includes(`'${key}'`) || sources.includes(family)]).toEqual([key, true]);
  }
});

/** Words that are no sentence of ours: what is typed, a wire's or a file's own, what the parser and the hook's script say. */
const NO_SENTENCE: readonly RegExp[] = [
  /^(: )?(npx )?synapse\b/,
  /^(exec|mcp config) .* -/,
  /^(chmod|npm run|npm install|git pull|apt install|docker build|claude mcp add|Bearer|Application Support|git hook)\b/,
  /^(the agent is stopping|malformed frame)$/,
  /^[[<](Unit|\?xml)/,
  /^the service refused the token of this hook$/,
  /^(Usage|Arguments|Options|Global Options|Commands):$/,
  /listening on/,
];
/** Lists of options, scripts for shells, and patterns of commands. */
const NO_WORDS = ['packages/agent/src/read-only/', 'packages/cli/src/commands/completion.ts'];

it('has every sentence of the command line and of the agent in their catalogues', () => {
  const found: string[] = [];
  const own = files.filter((file) => /^packages\/(cli|agent)\//.test(file));
  for (const file of own.filter((each) => !NO_WORDS.some((place) => each.startsWith(place)))) {
    visit(parsed(file), (node) => {
      if (node.type === 'ImportDeclaration' || node.type === 'ImportExpression') return false;
      const text = literalOf(node)?.trim() ?? '';
      // Two words with letters only, one after the other: no path, no option, no header.
      const sentence = /(?:^|\s)\p{L}{2,}[,:;]?\s+\p{L}{2,}(?:[\s.,:;?!…]|$)/u.test(text);
      if (sentence && !NO_SENTENCE.some((pattern) => pattern.test(text))) found.push(`${file}: ${text}`);
      return undefined;
    });
  }
  expect(found).toEqual([]);
});

/** Every `{ fr, en }` of a catalogue: what is said, and where. */
function wordingsOf(file: string): { fr: string; en: string }[] {
  const found: { fr: string; en: string }[] = [];
  const textIn = (node: Node): string => textOf(file).slice(Number(node.start), Number(node.end));
  visit(parsed(file), (node) => {
    if (node.type !== 'ObjectExpression') return undefined;
    const members = node.properties as readonly Node[];
    const [fr, en] = ['fr', 'en'].map((name) => members.find((one) => nameOf(one.key) === name)?.value as Node);
    if (fr !== undefined && en !== undefined) found.push({ fr: textIn(fr), en: textIn(en) });
    return undefined;
  });
  return found;
}

it('gives no two sentences of the command line one name: the later one would be said for both', () => {
  const named = SOURCES.filter((file) => file.startsWith('packages/cli/src/words/')).flatMap((file) =>
    [...textOf(file).matchAll(/^ {2}(\w+): \{/gm)].map(([, key]) => key),
  );
  expect(named.length).toBeGreaterThan(350);
  expect(named.filter((key, at) => named.indexOf(key) !== at)).toEqual([]);
});

it('says each of them in both languages, with the same details, and uses it', () => {
  // `{count}`, or `{count|machine|machines}`.
  const details = (text: string) => [...new Set([...text.matchAll(/\{([a-z_]+)[|}]/g)].map(([, name]) => name))].sort();
  const catalogues = SOURCES.filter((file) => [...CLI_WORDS, ...AGENT_WORDS].some((place) => file.startsWith(place)));
  const all = catalogues.flatMap(wordingsOf);
  expect(all.length).toBeGreaterThan(350);
  for (const { fr, en } of all) {
    expect([en, details(fr)]).toEqual([en, details(en)]);
    expect([en, FRENCH_LETTERS.test(en.replaceAll('«', ''))]).toEqual([en, false]);
  }
  const uses = files.map(textOf).join('\n');
  for (const file of catalogues.filter((each) => !each.includes('/catalogue'))) {
    for (const [, key] of textOf(file).matchAll(/^ {2}(\w+): \{/gm)) {
      expect([file, key, uses.includes(`'${key}'`)]).toEqual([file, key, true]);
    }
  }
});
