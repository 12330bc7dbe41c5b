/**
 * At the end of a statement: PostgreSQL plans it for the values at hand, each time. Left to itself it plans a statement
 * that comes often once for all values, and what is best for a common one may read the whole table for a rare one.
 */
export const PLAN_ANEW = '/* planned anew */';
