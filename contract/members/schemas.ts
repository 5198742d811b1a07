import { z } from 'zod';
import { roles } from '../accounts/capability.ts';
import { personFields } from '../accounts/person.ts';
import { rowId } from '../row-id.ts';

const id = z
  .string()
  .regex(/^\d{1,9}$/, 'Ids are whole numbers.')
  .transform(Number);

export const memberParams = z.strictObject({ project: id, user: id });
export const membersQuerySchema = z.strictObject({ project: id.optional() });

/** Somebody who works in a project that you may see the people of. */
export const memberSchema = z.object({
  ...personFields,
  /** In the project that was asked for, else in the first that you share. */
  role: z.enum(roles),
  projects: z.array(z.int()),
  affiliates: z.array(z.int()),
  memberships: z.array(
    z.object({
      project: z.int(),
      role: z.enum(roles),
      affiliates: z.array(z.int()),
      since: z.string(),
    }),
  ),
  /** Who was invited and has not come yet is in the list of invites. */
  invite_status: z.literal('accepted'),
  last_seen_at: z.string().nullable(),
});
export type Member = z.infer<typeof memberSchema>;

/** `affiliates` are what the role `affiliate` may see; left out, they stay. */
export const memberChangeSchema = z.strictObject({
  role: z.enum(roles),
  affiliates: z.array(rowId).max(1_000).optional(),
});

/** Another member becomes an owner, and whoever hands over becomes a manager. */
export const handOverSchema = z.strictObject({
  user: z.int('Choose a member.').min(1).max(2_147_483_647),
  password: z.string().min(1, 'Enter your password.').max(1_024, 'Use at most 1,024 characters.'),
});

/** How many days a deleted project can be brought back. */
export const deletionDays = 7;

/** The name is typed to make sure that it is this project. */
export const projectDeletionSchema = z.strictObject({
  name: z.string().min(1, 'Type the name of the project.').max(120, 'Use at most 120 characters.'),
});
