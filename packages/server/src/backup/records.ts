/** The lines of a backup, in the order they come. */
import * as z from 'zod';

const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const Value = z.union([z.string(), z.number(), z.null(), z.strictObject({ b: z.base64() })]);

export const BackupRecord = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('start'),
    created_at: z.iso.datetime(),
    version: z.string(),
    dialect: z.enum(['sqlite', 'postgres']),
    migrations: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('master-key'), key: z.base64() }),
  z.strictObject({ kind: z.literal('checkpoints'), text: z.string() }),
  z.strictObject({
    kind: z.literal('table'),
    name: Name,
    columns: z.array(Name).min(1),
    counter: z.strictObject({ column: Name, value: z.int().min(1) }).nullable(),
  }),
  z.strictObject({ kind: z.literal('rows'), rows: z.array(z.array(Value)) }),
  z.strictObject({
    kind: z.literal('end'),
    tables: z.record(Name, z.strictObject({ rows: z.int(), digest: z.string() })),
  }),
]);
export type BackupRecord = z.infer<typeof BackupRecord>;
