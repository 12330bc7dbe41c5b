import { expect, it } from 'vitest';
import { BudgetSpent, startBudget } from './budget.ts';

/** A look at the budget of a text of `chars` characters after so much work. */
function after(ms: number, chars = 0): () => void {
  let now = 0;
  const tick = startBudget(chars, () => now);
  now = ms;
  return tick;
}

it('leaves the first texts time for code that has just been loaded, and the later ones less', () => {
  expect(after(400)).not.toThrow();
  expect(after(600)).toThrow(BudgetSpent);
  for (let text = 0; text < 30; text++) after(0);
  expect(after(40)).not.toThrow();
  expect(after(60)).toThrow(BudgetSpent);
  expect(after(500, 1_000_000)).not.toThrow();
  expect(after(600, 1_000_000)).toThrow(BudgetSpent);
});
