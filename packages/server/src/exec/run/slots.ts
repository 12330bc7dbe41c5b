/** How many commands run at once, per machine and per user. The rest wait in order, up to their deadline. */

export interface Slots {
  /** Resolves with a release function once there is room in every lane; null when the signal aborts first. */
  acquire(lanes: readonly Lane[], signal: AbortSignal): Promise<(() => void) | null>;
}

export interface Lane {
  readonly name: string;
  readonly size: number;
}

interface Waiting {
  readonly lanes: readonly Lane[];
  grant(): void;
}

export function createSlots(): Slots {
  const used = new Map<string, number>();
  const queue: Waiting[] = [];

  const hasRoom = (lanes: readonly Lane[]): boolean => lanes.every(({ name, size }) => (used.get(name) ?? 0) < size);
  const add = (lanes: readonly Lane[], change: 1 | -1): void => {
    for (const { name } of lanes) {
      const count = (used.get(name) ?? 0) + change;
      if (count === 0) used.delete(name);
      else used.set(name, count);
    }
  };
  /** First come, first served within a lane. A command that waits for a full machine does not hold up the others. */
  const grantWaiting = (): void => {
    for (let index = 0; index < queue.length; ) {
      const waiting = queue[index]!;
      if (hasRoom(waiting.lanes)) {
        queue.splice(index, 1);
        waiting.grant();
      } else index++;
    }
  };

  return {
    acquire: (lanes, signal) =>
      new Promise((resolve) => {
        const grant = (): void => {
          signal.removeEventListener('abort', giveUp);
          add(lanes, 1);
          let held = true;
          resolve(() => {
            if (!held) return;
            held = false;
            add(lanes, -1);
            grantWaiting();
          });
        };
        const waiting: Waiting = { lanes, grant };
        const giveUp = (): void => {
          const index = queue.indexOf(waiting);
          if (index >= 0) queue.splice(index, 1);
          resolve(null);
        };
        if (signal.aborted) return giveUp();
        if (hasRoom(lanes)) return grant();
        signal.addEventListener('abort', giveUp, { once: true });
        queue.push(waiting);
      }),
  };
}
