/** Long work cut into small steps, so that whoever does it may serve others in between. */

/** Stops now and then; the value comes at the end. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All of them at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
