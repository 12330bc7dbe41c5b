/** Something that happens in one room and concerns others, which are built later. */
export interface Signal<T> {
  emit(value: T): void;
  on(listener: (value: T) => void): void;
}

export function createSignal<T>(): Signal<T> {
  const listeners: ((value: T) => void)[] = [];
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value);
    },
    on: (listener) => void listeners.push(listener),
  };
}
