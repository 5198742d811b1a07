import { z } from 'zod';
import { idCursor, pageSize } from '../page-query.ts';
import { daySchema } from '../period.ts';
import { csvSeparatorSchema, spreadsheetFormats } from '../table-file.ts';

/** Every action in the audit log, with its text. */
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
  'project.deleted': 'Scheduled the project for deletion',
  'project.restored': 'Cancelled the deletion of the project',
  'project.erased': 'Deleted the project for good',
  'project.handed-over': 'Transferred the ownership of the project',
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
  'master-pixel.restored': 'Restored a master pixel',
  'pixel.created': 'Created an event pixel',
  'pixel.changed': 'Changed an event pixel',
  'pixel.removed': 'Removed an event pixel',
  'pixel.restored': 'Restored an event pixel',
  'funnel.created': 'Created a funnel',
  'funnel.changed': 'Changed a funnel',
  'funnel.published': 'Published a funnel',
  'funnel.archived': 'Archived a funnel',
  'funnel.restored': 'Restored a funnel',
  'funnel.paused': 'Paused a funnel',
  'funnel.resumed': 'Resumed a funnel',
  'funnel.default-set': 'Changed the default funnel',
  'funnel.step-added': 'Added a step to a funnel',
  'funnel.step-changed': 'Changed a step of a funnel',
  'funnel.step-removed': 'Removed a step from a funnel',
  'funnel.step-restored': 'Restored a step of a funnel',
  'funnel.steps-ordered': 'Ordered the steps of a funnel',
  'funnel.note-added': 'Added a note to a funnel',
  'funnel.note-removed': 'Removed a note from a funnel',
  'offer.created': 'Created an offer',
  'offer.changed': 'Changed an offer',
  'offer.status-changed': 'Changed the status of an offer',
  'offer.destination-restored': 'Put back the destination of an offer',
  'offer.terms-added': 'Added terms to an offer',
  'offer.terms-withdrawn': 'Withdrew terms of an offer',
  'offer.cap-added': 'Added a cap to an offer',
  'offer.cap-changed': 'Changed a cap of an offer',
  'offer.cap-removed': 'Removed a cap of an offer',
  'offer.cap-restored': 'Put back a cap of an offer',
  'offer.access-requested': 'Requested an offer',
  'offer.access-decided': 'Decided about access to an offer',
  'offer.access-undone': 'Took back a decision about access to an offer',
  'offers.imported': 'Imported offers',
  'api-token.created': 'Created an API token',
  'api-token.revoked': 'Revoked an API token',
  'conversions.decided': 'Decided about conversions',
  'decision.undone': 'Undid a decision about conversions',
  'correction.created': 'Corrected money',
  'correction.reversed': 'Reversed a correction',
  'values.taken-over': 'Corrected values from a file',
  'values.taken-back': 'Reversed corrected values',
  'payout.recorded': 'Recorded a payout',
  'payout.undone': 'Undid a payout',
  'subscription.created': 'Subscribed to a plan',
  'subscription.changed': 'Changed the plan',
  'subscription.cancelled': 'Cancelled the subscription',
  'subscription.resumed': 'Resumed the subscription',
  'payment-method.changed': 'Changed the payment method',
  'billing.changed': 'Changed the billing details',
  'invoice.paid': 'Marked an invoice as paid',
  'invoice.voided': 'Voided an invoice',
  'plan.created': 'Created a plan',
  'plan.changed': 'Changed a plan',
  'warehouse.loss-accepted': 'Started with events missing in the warehouse',
  'warehouse.repaired': 'Computed conversions again because of damaged files',
  'item.set-aside': 'Set aside something that failed',
  'item.retried': 'Tried again what had failed',
  'job.run': 'Ran scheduled work',
  'audit.erased': 'Erased a person from the audit log',
} as const;
export type AuditAction = keyof typeof auditActions;

const project = z
  .string()
  .regex(/^\d{1,9}$/, 'Enter a whole number.')
  .transform(Number);

/** Without a project the log is about your own account. Days are UTC, both included. */
const auditFilterSchema = z.strictObject({
  project: project.optional(),
  /** Searched for in actor, action, target and details. */
  search: z.string().trim().max(200).default(''),
  action: z.string().max(60).optional(),
  start: daySchema.optional(),
  end: daySchema.optional(),
});

/** The log as a file. */
export const auditExportQuerySchema = auditFilterSchema.extend({
  format: z.enum(spreadsheetFormats).default('csv'),
  separator: csvSeparatorSchema,
});

export const auditQuerySchema = auditFilterSchema.extend({
  cursor: idCursor,
  page_size: pageSize,
});

/** One entry of the audit log, as a sentence and in parts. */
export const auditEntrySchema = z.object({
  id: z.int(),
  at: z.string(),
  /** Null for an action of the server itself. */
  actor: z.object({ id: z.int(), email: z.string() }).nullable(),
  /** The name of the API token that was used instead of a person's session. */
  via: z.string().nullable(),
  action: z.string(),
  /** The display name of the target: a name or an address. */
  target: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** The network of the request, never the whole address. */
  from: z.string().nullable(),
  /** The hash over this entry and all before it: a changed entry changes every later hash. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditVerifySchema = z.strictObject({ project: z.int().optional() });
export const auditVerdictSchema = z.object({
  holds: z.boolean(),
  checked: z.int(),
  /** The first entry whose hash does not match. */
  broken_at: z.int().nullable(),
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;
