import { z } from 'zod';
import { personNameSchema, phoneSchema } from '../accounts/registration.ts';
import { roles } from '../accounts/roles.ts';
import { emailSchema } from '../accounts/session.ts';
import { rowId } from '../row-id.ts';

/** Invites of one project in 24 hours. */
export const invitesPerDay = 20;
export const inviteDays = 7;

/** The secret part of an invite's link. */
export const inviteParams = z.strictObject({ uid: z.string().min(1).max(128) });

/** An invite of a person to a role in projects. `affiliates` are those that the role `affiliate` may see. */
export const newInviteSchema = z
  .strictObject({
    email: emailSchema,
    role: z.enum(roles),
    projects: z.array(z.int()).min(1, 'Choose a project.').max(100),
    affiliates: z.array(rowId).max(1_000).default([]),
  })
  .refine(({ role, affiliates }) => role !== 'affiliate' || affiliates.length > 0, {
    path: ['affiliates'],
    message: 'Choose at least one affiliate.',
  });
export type NewInvite = z.input<typeof newInviteSchema>;

const inviteStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const;

/** An invite in a list. Lists never contain its link. */
export const inviteSchema = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(roles),
  projects: z.array(z.int()),
  affiliates: z.array(z.int()),
  status: z.enum(inviteStatuses),
  invited_by: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string(),
  expires_at: z.string(),
});
export type Invite = z.infer<typeof inviteSchema>;

/** A new invite. If this installation sends mail, only its recipient gets the link. */
export const sentInviteSchema = inviteSchema.extend({
  uid: z.string().nullable(),
  /** The whole link, to be copied and handed over. */
  link: z.string().nullable(),
});
export type SentInvite = z.infer<typeof sentInviteSchema>;

export const invitesQuerySchema = z.strictObject({
  project: z
    .string()
    .regex(/^\d{1,9}$/, 'Enter a whole number.')
    .transform(Number),
});

/** What the holder of an invite's link may know before accepting. Reading it does not use it up. */
export const invitationSchema = z.object({
  email: z.string(),
  role: z.enum(roles),
  projects: z.array(z.object({ name: z.string(), image: z.string().nullable() })),
  invited_by: z.string().nullable(),
  expires_at: z.string(),
  /** Whether the address has an account, so that its holder signs in to accept. */
  has_account: z.boolean(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** Empty from the invited person with a session; a new person sends all of it but the telephone. */
export const acceptInviteSchema = z
  .strictObject({
    password: z.string().min(1, 'Choose a password.').max(1_024, 'Use at most 1,024 characters.'),
    first_name: personNameSchema,
    last_name: personNameSchema,
    phone: phoneSchema.nullable(),
  })
  .partial();
export type AcceptInvite = z.infer<typeof acceptInviteSchema>;
