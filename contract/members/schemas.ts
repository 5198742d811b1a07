import { z } from 'zod';
import { personFields } from '../accounts/person.ts';
import { roles } from '../accounts/roles.ts';
import { rowId } from '../row-id.ts';

const id = z
  .string()
  .regex(/^\d{1,9}$/, 'Ids are whole numbers.')
  .transform(Number);

export const memberParams = z.strictObject({ project: id, user: id });
export const membersQuerySchema = z.strictObject({ project: id.optional() });

/** A member of a project, for readers who may see its members. */
export const memberSchema = z.object({
  ...personFields,
  /** The role in the requested project, else in the first project that you share. */
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
  /** Always `accepted`: an open invite is in the list of invites. */
  invite_status: z.literal('accepted'),
  last_seen_at: z.string().nullable(),
});
export type Member = z.infer<typeof memberSchema>;

/** `affiliates` are those that the role `affiliate` may see; if missing, they stay unchanged. */
export const memberChangeSchema = z.strictObject({
  role: z.enum(roles),
  affiliates: z.array(rowId).max(1_000).optional(),
});

/** Another member becomes an owner, and the present owner becomes a manager. */
export const ownershipTransferSchema = z.strictObject({
  user: z.int('Choose a member.').min(1).max(2_147_483_647),
  password: z.string().min(1, 'Enter your password.').max(1_024, 'Use at most 1,024 characters.'),
});

/** How many days a deleted project can be restored. */
export const deletionGraceDays = 7;

/** The typed name confirms that it is this project. */
export const projectDeletionSchema = z.strictObject({
  name: z.string().min(1, 'Type the name of the project.').max(120, 'Use at most 120 characters.'),
});
