import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  memberChangeSchema,
  memberParams,
  memberSchema,
  membersQuerySchema,
  ownershipTransferSchema,
} from './schemas.ts';

const text = z.string();

export const memberEndpoints = {
  listMembers: {
    method: 'GET',
    path: '/api/v1/user/',
    summary: 'List the members of a project, or of every project whose members you may see',
    tag: 'members',
    status: 200,
    query: membersQuerySchema,
    answer: z.array(memberSchema),
  },
  changeMember: {
    method: 'PATCH',
    path: '/api/v1/projects/:project/members/:user/',
    summary: 'Give a member another role',
    tag: 'members',
    status: 200,
    params: memberParams,
    body: memberChangeSchema,
    answer: memberSchema,
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/v1/projects/:project/members/:user/',
    summary: 'Remove a member; their next request is refused',
    tag: 'members',
    status: 200,
    params: memberParams,
    answer: text,
  },
  leaveProject: {
    method: 'POST',
    path: '/api/v1/projects/:id/leave/',
    summary: 'Leave a project; the last owner cannot',
    tag: 'members',
    status: 200,
    params: byId,
    body: emptyBodySchema,
    answer: z.object({ detail: text }),
  },
  handOverProject: {
    method: 'POST',
    path: '/api/v1/projects/:id/hand-over/',
    summary: 'Transfer your ownership to another member',
    tag: 'members',
    status: 200,
    params: byId,
    body: ownershipTransferSchema,
    answer: z.object({ detail: text }),
  },
} as const satisfies Record<string, Endpoint>;
