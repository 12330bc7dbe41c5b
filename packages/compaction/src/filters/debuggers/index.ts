// The filters for tracers, debuggers, profilers and sanitizers.
import type { Filter } from '../../filter.ts';
import { gdb } from './gdb.ts';
import { javaDumps } from './java-dumps.ts';
import { pythonProfile } from './python-profile.ts';
import { sanitizer } from './sanitizer.ts';
import { strace } from './strace.ts';
import { valgrind } from './valgrind.ts';

export const DEBUGGERS_FILTERS: readonly Filter[] = [strace, valgrind, gdb, javaDumps, pythonProfile, sanitizer];
