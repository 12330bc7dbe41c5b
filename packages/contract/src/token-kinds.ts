/** The kinds of tokens there are, told apart by their form: each opens one door, and a wrong one can be named as such. */
export const TOKEN_PREFIXES = { ai: 'dk_ai_', journal: 'dk_journal_' } as const;
export type TokenKind = keyof typeof TOKEN_PREFIXES;

/** `access`: what signing in answers, a JWT. Null for what is none of ours. */
export function tokenKindOf(text: string): TokenKind | 'access' | null {
  if (text.startsWith(TOKEN_PREFIXES.ai)) return 'ai';
  if (text.startsWith(TOKEN_PREFIXES.journal)) return 'journal';
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(text) ? 'access' : null;
}
