/**
 * Whether a shorter form of a text still has every word of it. Short outputs are not thinned: they may be laid out in
 * another way, but nothing in them is left out.
 */
import { EXECUTION_LIMITS } from '@synapse/contract';

/** Up to so many tokens an output is short. */
const SHORT_TOKENS = 1_000;

const WORD = /[\p{L}\p{N}_]+/gu;

export const isShort = (text: string): boolean => text.length <= SHORT_TOKENS * EXECUTION_LIMITS.charsPerToken;

export function keepsWords(text: string, shorter: string): boolean {
  // Quotes belong to what JSON, code and configuration say.
  if (quotesIn(shorter) < quotesIn(text)) return false;
  const kept = new Set(shorter.match(WORD));
  return (text.match(WORD) ?? []).every((word) => kept.has(word));
}

const quotesIn = (text: string): number => text.split('"').length;
