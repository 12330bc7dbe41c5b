/** Which client a token belongs to, by the name that its owner gave it. */
import { useQuery } from '@tanstack/react-query';
import { tokensQuery } from '../api/tokens.ts';

export function useClientNames(): ReadonlyMap<string, string> {
  const { data: tokens = [] } = useQuery(tokensQuery);
  return new Map(tokens.map(({ token_hint, label }) => [token_hint, label ?? token_hint]));
}
