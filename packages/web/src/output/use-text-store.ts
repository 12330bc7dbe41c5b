/** A store of lines for a text that is complete already. */
import { useMemo } from 'react';
import { LineStore } from './line-store.ts';

export function useTextStore(text: string): LineStore {
  return useMemo(() => {
    const store = new LineStore();
    store.append(text);
    return store;
  }, [text]);
}
