/** Arguments and answers that several tools share. */
import { MachineName } from '@synapse/contract';
import * as z from 'zod';

/** Not checked against the slug's pattern: an unknown machine is reported as such, whatever it looks like. */
export const MachineArgument = MachineName.min(1);

export const ExecutionId = z.string().min(1).max(64).describe('Its first 10 characters are enough.');

export const Deleted = z.object({ deleted: z.literal(true) });
