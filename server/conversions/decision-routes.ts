import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { authorOf } from '../audit/audit-log.ts';
import { serve } from '../plugins/serve.ts';
import { correct, reverse } from './corrections.ts';
import { decide, undo } from './decide.ts';
import { type DecidingDependencies, deciderOf } from './deciding.ts';

/** Large enough for the ids of the most conversions of one decision. */
const bodyLimit = 1024 * 1024;

/** What people decide about conversions, and how they correct them. */
export function decisionRoutes(app: FastifyInstance, dependencies: DecidingDependencies): void {
  serve(
    app,
    endpoints.decideConversions,
    (call) => {
      const decider = deciderOf(dependencies, call);
      return dependencies.idempotent(call, (keep) =>
        decide(dependencies, call.body, { ...decider, keep }),
      );
    },
    { bodyLimit },
  );

  serve(app, endpoints.undoDecision, (call) =>
    undo(dependencies, call.params.batch, deciderOf(dependencies, call)),
  );

  serve(app, endpoints.createAdjustment, (call) => {
    const decider = deciderOf(dependencies, call);
    return dependencies.idempotent(call, (keep) =>
      correct(dependencies, call.body, { ...decider, keep }),
    );
  });

  serve(app, endpoints.reverseAdjustment, ({ params, access, request }) =>
    reverse(dependencies, params.id, { access, author: authorOf(access, request) }),
  );
}
