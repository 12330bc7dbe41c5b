/** Loaded before a program: its computer's clock is wrong by SKEW_MS milliseconds. */
const shift = Number(process.env.SKEW_MS ?? 0);
const Right = Date;

globalThis.Date = class Skewed extends Right {
  constructor(...given) {
    if (given.length === 0) super(Right.now() + shift);
    else super(...given);
  }

  static now() {
    return Right.now() + shift;
  }
};
