/** Lets one caller at a time use the connection, in the order of asking. If it is free, the caller gets it at once. */
export interface Turn {
  /** Undefined if the caller has it at once. Otherwise resolves when it is the caller's turn. */
  take(): Promise<void> | undefined;
  give(): void;
  readonly use: { readonly taken: boolean; readonly waiting: number };
}

export function createTurn(): Turn {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    take: () => {
      if (taken) return new Promise((resolve) => waiting.push(resolve));
      taken = true;
      return undefined;
    },
    get use() {
      return { taken, waiting: waiting.length };
    },
    give: () => {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
  };
}
