/** The item whose form is open. The form outlives its card, which others may move or remove meanwhile. */
import { useState } from 'react';
import type { Item } from '../../api/projects.ts';

interface Edited {
  /** As it is now, or as it was last. Undefined until one is opened. */
  readonly item: Item | undefined;
  readonly opened: boolean;
}

interface Actions {
  readonly open: (item: Item) => void;
  readonly close: () => void;
}

export function useEdited(items: readonly Item[] | undefined): readonly [Edited, Actions] {
  const [{ item, opened }, set] = useState<Edited>({ item: undefined, opened: false });
  const now = items?.find(({ id }) => id === item?.id) ?? item;
  return [
    { item: now, opened },
    { open: (wanted) => set({ item: wanted, opened: true }), close: () => set({ item, opened: false }) },
  ];
}
