/** Runs with every test file. Hooks run in reverse: this one after all of the file's own. */
import { afterAll } from 'vitest';
import { makePasswordsCheap } from './cheap-passwords.ts';
import { cleanUp } from './left-behind.ts';

makePasswordsCheap();
afterAll(cleanUp);
