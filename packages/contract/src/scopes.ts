/** What a token may be allowed to do. */
export const SCOPES = ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:look', 'mcp:admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Joined in a fixed order, so that the same set is always written the same way. */
export function orderScopes(scopes: Iterable<Scope>): Scope[] {
  const wanted = new Set(scopes);
  return SCOPES.filter((scope) => wanted.has(scope));
}
