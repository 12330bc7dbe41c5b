/** Loaded before a service: its computer's clock goes by as many milliseconds ahead as a file says, which a test changes. */
import { readFileSync } from 'node:fs';

const Right = Date;
let shift = 0;
setInterval(() => {
  try {
    shift = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  } catch {
    // Not moved yet.
  }
}, 20).unref();

globalThis.Date = class Moved extends Right {
  constructor(...given) {
    if (given.length === 0) super(Right.now() + shift);
    else super(...given);
  }

  static now() {
    return Right.now() + shift;
  }
};
