/** One at a time, in the order of asking; whoever finds it free has it at once. */
export interface Turn {
  /** Undefined where it is had already. */
  take(): Promise<void> | undefined;
  give(): void;
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
    give: () => {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
  };
}
