/** What the address of the secrets says: which are shown, and which one is open. */

/** `due`: asks for attention. `unused`: nothing needs it. `bound`: not for every machine and program. */
export const KINDS = ['due', 'unused', 'bound'] as const;
export type Kind = (typeof KINDS)[number];

export interface SecretSearch {
  readonly q?: string;
  readonly kind?: Kind;
  /** The secret beside the list. */
  readonly open?: string;
}

const LONGEST = 200;

/** Whatever an address says, only valid values are kept. */
export function readSecretSearch({ q, kind, open }: Record<string, unknown>): SecretSearch {
  const words = typeof q === 'number' ? String(q) : q;
  return {
    ...(typeof words === 'string' && words.trim() !== '' ? { q: words.slice(0, LONGEST) } : {}),
    ...(KINDS.some((each) => each === kind) ? { kind: kind as Kind } : {}),
    ...(typeof open === 'string' && /^\w{1,64}$/.test(open) ? { open } : {}),
  };
}
