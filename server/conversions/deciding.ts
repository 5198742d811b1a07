import type { FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import { authorOf } from '../audit/audit-log.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import type { DecisionDependencies } from './decide.ts';

export type DecidingDependencies = DecisionDependencies &
  Pick<ReportDependencies, 'analyticsFor' | 'watermark'> & { idempotent: Idempotent };

type DecidingCall = { access: Access; request: FastifyRequest; leaving: AbortSignal };

/** Who decides in a call, and what they may read for it. */
export const deciderOf = (
  { analyticsFor }: Pick<ReportDependencies, 'analyticsFor'>,
  { access, request, leaving }: DecidingCall,
) => ({
  access,
  author: authorOf(access, request),
  analytics: analyticsFor(access.userId, leaving),
});
