/** The kinds of tokens, told apart by their form. Each fits one purpose, and a refusal can name the wrong one. */
export const TOKEN_PREFIXES = { ai: 'dk_ai_', journal: 'dk_journal_' } as const;
export type TokenKind = keyof typeof TOKEN_PREFIXES;

/** `access` is what signing in answers, a JWT. Null for a token that is not ours. */
export function tokenKindOf(text: string): TokenKind | 'access' | null {
  if (text.startsWith(TOKEN_PREFIXES.ai)) return 'ai';
  if (text.startsWith(TOKEN_PREFIXES.journal)) return 'journal';
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(text) ? 'access' : null;
}
