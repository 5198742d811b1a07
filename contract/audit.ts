import { z } from 'zod';
import { daySchema } from './period.ts';

export const auditPageSize = 50;

const project = z
  .string()
  .regex(/^\d{1,9}$/, 'Enter a whole number.')
  .transform(Number);

/** Days are UTC, both included. `search` looks into who, what and its details. */
export const auditExportQuerySchema = z.strictObject({
  project,
  search: z.string().trim().max(200).default(''),
  action: z.string().max(60).optional(),
  start: daySchema.optional(),
  end: daySchema.optional(),
});

export const auditQuerySchema = auditExportQuerySchema.extend({
  /** What `X-Next-Cursor` said. */
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'Enter a cursor that an earlier answer gave.')
    .optional(),
  page_size: z
    .string()
    .regex(/^\d{1,3}$/, 'Enter a number from 1 to 200.')
    .transform(Number)
    .pipe(z.int().min(1).max(200))
    .default(auditPageSize),
});
export type AuditQuery = z.input<typeof auditQuerySchema>;

/** One thing that somebody did, in a sentence and in parts. */
export const auditEntrySchema = z.object({
  id: z.int(),
  at: z.string(),
  /** None for what happened by itself. */
  actor: z.object({ id: z.int(), email: z.string() }).nullable(),
  /** The name of the API token that was used, if one was. */
  token: z.string().nullable(),
  action: z.string(),
  /** What it was done to, as people know it: a name or an address. */
  target: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** The network it came from, never the whole address. */
  from: z.string().nullable(),
  /** Of this entry and all before it: changing one of them changes every hash that follows. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditVerifySchema = z.strictObject({ project: z.int() });
export const auditVerdictSchema = z.object({
  holds: z.boolean(),
  checked: z.int(),
  /** The first entry that is not what was written. */
  broken_at: z.int().nullable(),
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;
