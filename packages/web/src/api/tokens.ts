/** AI tokens. */
import type { CreatedToken, Token } from '@synapse/contract';
import type { Scope } from '@synapse/contract/scopes';
import { queryOptions } from '@tanstack/react-query';
import { at, call } from './call.ts';

export type { CreatedToken, Token };

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call<{ tokens: Token[] }>('GET', '/tda/ai/tokens', undefined, signal),
  select: ({ tokens }) => tokens,
});

export interface TokenWish {
  readonly scopes: readonly Scope[];
  readonly validity_days: number;
  readonly label?: string;
}

export const createToken = (wish: TokenWish): Promise<CreatedToken> => call('POST', '/tda/ai/tokens', wish);
export const revokeToken = (id: string): Promise<void> => call('DELETE', at`/tda/ai/tokens/${id}`);
