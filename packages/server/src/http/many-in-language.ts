/** The answers of many machines in the caller's language. */
import { type ExecManyResult, type Language, tellIn } from '@synapse/contract';
import type { ManyResult } from '../many/run-many.ts';

export function manyInLanguage({ groups, ...result }: ManyResult, language: Language): ExecManyResult {
  return { ...result, groups: groups.map((group) => tellIn(group, language)) };
}
