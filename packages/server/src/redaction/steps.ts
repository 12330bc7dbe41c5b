/** Long work cut into small steps, so that others can be served in between. */

/** Pauses now and then; the value comes at the end. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
