import { z } from 'zod';
import { daySchema } from '../period.ts';

/** Everything that is written down, each with what it says of whoever did it. */
export const auditActions = {
  'account.created': 'Created an account',
  'account.changed': 'Changed an account',
  'account.verified': 'Confirmed an e-mail address',
  'password.changed': 'Changed the password',
  'password.reset': 'Set a new password by a mailed link',
  'session.opened': 'Signed in',
  'session.ended': 'Ended a session',
  'project.created': 'Created the project',
  'project.changed': 'Changed the project',
  'project.logo': 'Changed the logo',
  'project.deleted': 'Asked for the project to be deleted',
  'project.restored': 'Kept the project',
  'project.erased': 'Deleted the project for good',
  'project.handed-over': 'Handed the project over',
  'collect-key.rotated': 'Replaced the collect key',
  'invite.sent': 'Invited',
  'invite.resent': 'Sent an invite again',
  'invite.revoked': 'Revoked an invite',
  'invite.accepted': 'Accepted an invite',
  'member.added': 'Added a member',
  'member.changed': 'Changed the role of a member',
  'member.removed': 'Removed a member',
  'member.left': 'Left the project',
  'affiliate.created': 'Created an affiliate',
  'affiliate.changed': 'Changed an affiliate',
  'master-pixel.created': 'Created a master pixel',
  'master-pixel.changed': 'Changed a master pixel',
  'master-pixel.removed': 'Removed a master pixel',
  'master-pixel.restored': 'Brought a master pixel back',
  'pixel.created': 'Created an event pixel',
  'pixel.changed': 'Changed an event pixel',
  'pixel.removed': 'Removed an event pixel',
  'pixel.restored': 'Brought an event pixel back',
  'api-token.created': 'Created an API token',
  'api-token.revoked': 'Revoked an API token',
  'conversions.decided': 'Decided about conversions',
  'decision.undone': 'Undid a decision about conversions',
  'correction.created': 'Corrected money',
  'correction.reversed': 'Took a correction back',
  'values.taken-over': 'Took values over',
  'values.taken-back': 'Took values back',
  'subscription.created': 'Subscribed to a plan',
  'subscription.changed': 'Changed the plan',
  'subscription.cancelled': 'Cancelled the subscription',
  'subscription.resumed': 'Resumed the subscription',
  'payment-method.changed': 'Changed the payment method',
  'billing.changed': 'Changed the billing details',
  'invoice.paid': 'Said that an invoice was paid',
  'invoice.voided': 'Voided an invoice',
  'plan.created': 'Created a plan',
  'plan.changed': 'Changed a plan',
} as const;
export type AuditAction = keyof typeof auditActions;

const auditPageSize = 50;

const project = z
  .string()
  .regex(/^\d{1,9}$/, 'Enter a whole number.')
  .transform(Number);

/** Without a project it is about your own account. Days are UTC, both included. */
export const auditExportQuerySchema = z.strictObject({
  project: project.optional(),
  /** Looked for in who, what, to what and its details. */
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

/** One thing that somebody did, in a sentence and in parts. */
export const auditEntrySchema = z.object({
  id: z.int(),
  at: z.string(),
  /** None for what happened by itself. */
  actor: z.object({ id: z.int(), email: z.string() }).nullable(),
  /** The name of the API token that was used, where no person was there. */
  via: z.string().nullable(),
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

export const auditVerifySchema = z.strictObject({ project: z.int().optional() });
export const auditVerdictSchema = z.object({
  holds: z.boolean(),
  checked: z.int(),
  /** The first entry that is not what was written. */
  broken_at: z.int().nullable(),
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;
