/**
 * Appended to a statement: PostgreSQL plans it for the values at hand, each time. By itself it plans a frequent
 * statement once for all values, and a plan that is best for a common value may read the whole table for a rare one.
 */
export const PLAN_ANEW = '/* planned anew */';
