/** Finds lines in an output that is already in the page, and goes from one to the next. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { Lines } from './line-store.ts';

const TYPING_MS = 150;
const MOST = 10_000;

export interface OutputSearch {
  readonly open: boolean;
  readonly wanted: string;
  readonly found: readonly number[];
  /** Its place among those found. */
  readonly at: number;
  readonly more: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly setWanted: (wanted: string) => void;
  readonly step: (by: 1 | -1) => void;
}

export function useOutputSearch(store: Lines, version: number, show: (line: number) => void): OutputSearch {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(open ? typed.trim() : '', TYPING_MS);
  const [at, setAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store stays the same object while it grows
  const found = useMemo(() => (wanted === '' ? [] : store.find(wanted, MOST)), [store, wanted, version]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text begins anew, not another line
  useEffect(() => {
    setAt(0);
    if (found[0] !== undefined) show(found[0]);
  }, [wanted]);
  return {
    open,
    wanted,
    found,
    at,
    setOpen,
    more: found.length === MOST,
    setWanted: setTyped,
    step: (by) => {
      if (found.length === 0) return;
      const next = (at + by + found.length) % found.length;
      setAt(next);
      show(found[next] ?? 0);
    },
  };
}
