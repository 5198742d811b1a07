import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import { isConversionEvent, reservedEventName } from '#contract/name-fields.ts';
import type { Access } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { invalid, notFound, Refusal } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { readMasterPixels } from '../projects/repository.ts';
import { normalizedDomains } from './domains.ts';
import { type AnswerDependencies, answersOf } from './pixel-answers.ts';
import { whyItStays } from './removal-refused.ts';
import {
  changedFields,
  changeMasterPixel,
  createMasterPixel,
  removeMasterPixel,
  restoreMasterPixel,
} from './repository.ts';
import { seenPixels } from './seen-pixel.ts';

export type MasterPixelDependencies = AnswerDependencies & {
  /** Invalidates this process's caches of a changed pixel. */
  changed: () => void;
};

/** The master pixels of projects: their settings and health. */
export function masterPixelRoutes(
  app: FastifyInstance,
  dependencies: MasterPixelDependencies,
): void {
  const { pool, changed, now } = dependencies;
  const { find, findAny } = seenPixels(pool, now);
  const audited = withAudit(pool, now);

  serve(
    app,
    endpoints.masterPixels,
    async ({ access, query: { project, project__slug: slug } }) => {
      const named = access.memberships.find((one) => one.slug === slug)?.projectId;
      const membership = memberForInput(access, project ?? named ?? -1);
      requireCapability(membership, 'usage.see');
      return answersOf(
        dependencies,
        membership,
        await readMasterPixels(pool, membership.projectId),
      );
    },
  );

  serve(app, endpoints.createMasterPixel, async (call) => {
    const { access, body } = call;
    const membership = memberForInput(access, body.project);
    requireCapability(membership, 'master-pixel.write');
    const pixel = {
      projectId: body.project,
      name: body.name,
      eventName: body.event_name,
      domains: normalizedDomains(body.domains),
      consentMode: body.consent_mode,
    };
    const id = await audited(call, async (client, recordAudit) => {
      const created = await createMasterPixel(client, pixel, now());
      await recordAudit({
        action: 'master-pixel.created',
        project: body.project,
        target: body.name,
      });
      return created;
    });
    changed();
    return answerOf(access, id);
  });

  serve(app, endpoints.readMasterPixel, async ({ access, params: { id } }) => {
    await find(access, id, 'usage.see');
    return answerOf(access, id);
  });

  serve(app, endpoints.changeMasterPixel, async (call) => {
    const { access, params, body } = call;
    const { id } = params;
    const { pixel, membership } = await find(access, id, 'master-pixel.write');
    const isTarget = pixel.isPrimary && (body.event_name ?? pixel.eventName) !== pixel.eventName;
    if (isTarget || (body.is_primary && !pixel.isPrimary)) {
      requireCapability(membership, 'project.change');
      if (!isConversionEvent(body.event_name ?? pixel.eventName))
        throw invalid('event_name', reservedEventName);
    }
    const wanted = {
      name: body.name,
      eventName: body.event_name,
      domains: body.domains && normalizedDomains(body.domains),
      consentMode: body.consent_mode,
      status: body.status,
      isPrimary: body.is_primary,
    };
    const change = changedFields(wanted, pixel);
    if (Object.keys(change).length === 0) return answerOf(access, id);
    await audited(call, async (client, recordAudit) => {
      if (!(await changeMasterPixel(client, pixel, change))) throw notFound();
      const about = { project: pixel.projectId, target: pixel.name };
      await recordAudit({ action: 'master-pixel.changed', ...about, details: change });
    });
    changed();
    return answerOf(access, id);
  });

  serve(app, endpoints.removeMasterPixel, async (call) => {
    const { access, params } = call;
    const { pixel } = await findAny(access, params.id, 'master-pixel.write');
    const refusal = await audited(call, async (client, recordAudit) => {
      const because = await removeMasterPixel(client, pixel, now());
      const about = { project: pixel.projectId, target: pixel.name };
      if (!because && !pixel.removedAt)
        await recordAudit({ action: 'master-pixel.removed', ...about });
      return because;
    });
    if (refusal) throw new Refusal(409, { detail: whyItStays(refusal) });
    changed();
    return 'The pixel was removed. It can be restored for 30 days.';
  });

  serve(app, endpoints.restoreMasterPixel, async (call) => {
    const { access, params } = call;
    const { pixel } = await findAny(access, params.id, 'master-pixel.write');
    await audited(call, async (client, recordAudit) => {
      await restoreMasterPixel(client, params.id);
      const about = { project: pixel.projectId, target: pixel.name };
      if (pixel.removedAt) await recordAudit({ action: 'master-pixel.restored', ...about });
    });
    changed();
    return answerOf(access, params.id);
  });

  async function answerOf(access: Access, id: number): Promise<MasterPixel> {
    const { pixel, membership } = await find(access, id, 'usage.see');
    const [answer] = await answersOf(dependencies, membership, [pixel]);
    if (!answer) throw notFound();
    return answer;
  }
}
