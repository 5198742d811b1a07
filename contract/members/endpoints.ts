import { z } from 'zod';
import { emptyBodySchema } from '../accounts/session.ts';
import { byId, type Endpoint } from '../endpoint.ts';
import {
  handOverSchema,
  memberChangeSchema,
  memberParams,
  memberSchema,
  membersQuerySchema,
} from './schemas.ts';

const text = z.string();

export const memberEndpoints = {
  listMembers: {
    method: 'GET',
    path: '/api/v1/user/',
    summary: 'List the people of a project, or of every project whose people you may see',
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
    summary: 'Remove a member; the next request of theirs finds nothing',
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
    summary: 'Make another member the owner in your place',
    tag: 'members',
    status: 200,
    params: byId,
    body: handOverSchema,
    answer: z.object({ detail: text }),
  },
} as const satisfies Record<string, Endpoint>;
