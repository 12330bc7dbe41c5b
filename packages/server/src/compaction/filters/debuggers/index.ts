// The filters for tracers, debuggers and sanitizers.
import type { Filter } from '../../filter.ts';
import { gdb } from './gdb.ts';
import { sanitizer } from './sanitizer.ts';
import { strace } from './strace.ts';
import { valgrind } from './valgrind.ts';

export const DEBUGGERS_FILTERS: readonly Filter[] = [strace, valgrind, gdb, sanitizer];
