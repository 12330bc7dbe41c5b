/** What a client keeps between its steps, in the form that both SDKs ask for. */

interface KeptTokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

export interface KeptAuth {
  readonly redirectUrl: string;
  readonly clientMetadata: Record<string, unknown>;
  readonly clientMetadataUrl?: string;
  readonly kept: { client?: unknown; tokens?: KeptTokens; verifier?: string };
  /** Where the person has to go. */
  askedAt: URL | null;
}

/** `document`: the address of the client's own document. */
export function createKeptAuth(
  redirectUrl: string,
  clientMetadata: Record<string, unknown>,
  document?: string,
): KeptAuth {
  const kept: KeptAuth['kept'] = {};
  const auth = {
    redirectUrl,
    clientMetadata,
    ...(document === undefined ? {} : { clientMetadataUrl: document }),
    kept,
    askedAt: null as URL | null,
    state: () => 'a-state',
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: KeptTokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      auth.askedAt = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? '',
    invalidateCredentials: (what: 'all' | 'client' | 'tokens' | 'verifier') => {
      if (what === 'all' || what === 'tokens') delete kept.tokens;
      if (what === 'all' || what === 'client') delete kept.client;
    },
  };
  return auth;
}
