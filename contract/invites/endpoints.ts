import { z } from 'zod';
import { emptyBodySchema, sessionSchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  acceptInviteSchema,
  invitationSchema,
  inviteParams,
  inviteSchema,
  invitesQuerySchema,
  newInviteSchema,
  sentInviteSchema,
} from './schemas.ts';

const text = z.string();

export const inviteEndpoints = {
  invite: {
    method: 'POST',
    path: '/api/v1/user/',
    summary: 'Invite a person by e-mail; the link works for 7 days and once',
    tag: 'members',
    status: 201,
    body: newInviteSchema,
    answer: sentInviteSchema,
  },
  inviteToProjects: {
    method: 'POST',
    path: '/api/v1/invites-to-projects/',
    summary: 'Invite a person to projects; with or without an account they accept by the link',
    tag: 'members',
    status: 201,
    body: newInviteSchema,
    answer: sentInviteSchema,
  },
  listInvites: {
    method: 'GET',
    path: '/api/v1/invites/',
    summary: 'List the invites of a project, the latest first',
    tag: 'members',
    status: 200,
    query: invitesQuerySchema,
    answer: z.array(inviteSchema),
  },
  resendInvite: {
    method: 'POST',
    path: '/api/v1/invites/:id/resend/',
    summary: 'Send an invite again with a new link; the old link stops working',
    tag: 'members',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: sentInviteSchema,
  },
  revokeInvite: {
    method: 'DELETE',
    path: '/api/v1/invites/:id/',
    summary: 'Revoke an invite',
    tag: 'members',
    status: 200,
    params: byId,
    answer: text,
  },
  readInvitation: {
    method: 'GET',
    path: '/api/v1/accept-invite/:uid/',
    summary: 'What an invite is for; reading it does not use it up',
    tag: 'members',
    status: 200,
    params: inviteParams,
    answer: invitationSchema,
  },
  acceptInvite: {
    method: 'PATCH',
    path: '/api/v1/accept-invite/:uid/',
    summary: 'Accept an invite, with a new account or signed in as the invited person',
    tag: 'members',
    status: 200,
    params: inviteParams,
    body: acceptInviteSchema,
    answer: sessionSchema,
  },
} as const satisfies Record<string, Endpoint>;
