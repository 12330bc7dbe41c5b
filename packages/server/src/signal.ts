/** Something that happens in one module and concerns others, which are built later. */
export interface Signal<T> {
  /** Resolves when all of them have done what they had to. */
  emit(value: T): Promise<void>;
  on(listener: (value: T) => void | Promise<void>): void;
}

export function createSignal<T>(): Signal<T> {
  const listeners: ((value: T) => void | Promise<void>)[] = [];
  return {
    emit: async (value) => {
      for (const listener of listeners) await listener(value);
    },
    on: (listener) => void listeners.push(listener),
  };
}
