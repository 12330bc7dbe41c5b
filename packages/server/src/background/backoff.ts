/** How long to wait before the next try: longer after each failure, up to a bound. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
  /** By what each pause is longer than the one before. */
  readonly growth?: number;
}

/** `failures`: how many came before this pause; 0 for the first one. */
export function backoff({ firstMs, mostMs, growth = 2 }: Backoff, failures: number): number {
  return Math.min(mostMs, firstMs * growth ** failures);
}
