import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Capability } from '#contract/accounts/roles.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import { isConversionEvent, reservedEventName } from '#contract/name-fields.ts';
import type { Access, Membership } from '../access/access.ts';
import { memberForInput, memberOf, requireCapability } from '../access/require-capability.ts';
import { scopeOf } from '../access/scope.ts';
import { withAudit } from '../audit/audit-log.ts';
import type { Egress } from '../egress/resolve-host.ts';
import type { Attempts } from '../limits/attempts.ts';
import { invalid, notFound, Refusal } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { readMasterPixels } from '../projects/repository.ts';
import type { Statistics } from '../projects/statistics.ts';
import { normalizedDomains } from './domains.ts';
import type { PixelTraffic } from './event-times.ts';
import { stateOf } from './pixel-state.ts';
import {
  changedFields,
  changeMasterPixel,
  countEventPixels,
  createMasterPixel,
  findMasterPixel,
  type MasterPixelRow,
  removeMasterPixel,
  restoreMasterPixel,
} from './repository.ts';
import { snippetsFor } from './snippets.ts';
import { verify } from './verify.ts';

export type MasterPixelDependencies = {
  pool: pg.Pool;
  attempts: Attempts;
  statistics: Statistics;
  seenIn: (
    projectId: number,
    pixels: readonly { id: number; eventName: string }[],
  ) => Promise<ReadonlyMap<number, PixelTraffic>>;
  /** Stores the collector's counts so far. */
  flushCounters: () => Promise<void>;
  /** Invalidates this process's caches of a changed pixel. */
  changed: () => void;
  /** Where shops reach this installation, without a slash at its end. */
  publicUrl: () => string;
  /** The version of the script, null while it is not built. */
  scriptVersion: string | null;
  egress: Egress;
  now: () => Date;
};

/** How often a user may have a page fetched. */
const fetches = { name: 'page checks', most: 10, windowMs: 60_000 };

/** The master pixels of projects: their settings and health. */
export function masterPixelRoutes(
  app: FastifyInstance,
  dependencies: MasterPixelDependencies,
): void {
  const {
    pool,
    attempts,
    statistics,
    seenIn,
    flushCounters,
    changed,
    publicUrl,
    scriptVersion,
    egress,
    now,
  } = dependencies;

  const audited = withAudit(pool, now);

  serve(
    app,
    endpoints.masterPixels,
    async ({ access, query: { project, project__slug: slug } }) => {
      const named = access.memberships.find((one) => one.slug === slug)?.projectId;
      const membership = memberForInput(access, project ?? named ?? -1);
      requireCapability(membership, 'usage.see');
      return answersOf(membership, await readMasterPixels(pool, membership.projectId));
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
    if (refusal?.reason === 'primary') throw inUse(primaryStays);
    if (refusal)
      throw inUse(
        `${refusal.by === 1 ? 'An event pixel waits' : `${refusal.by} event pixels wait`} for its event. Remove them or give them another event first.`,
      );
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

  serve(app, endpoints.masterPixelSnippet, async ({ access, params: { id }, query: { kind } }) => {
    const { pixel, membership } = await find(access, id, 'usage.see');
    const { publicKey: key, eventName, consentMode } = pixel;
    const { currency } = membership;
    return snippetsFor(kind, { key, eventName, consentMode, currency, publicUrl: publicUrl() });
  });

  serve(app, endpoints.verifyMasterPixel, async ({ access, params: { id }, body: { url } }) => {
    const { pixel } = await find(access, id, 'master-pixel.write');
    const wait = await attempts.spend(fetches, `${access.userId}`);
    if (wait > 0) {
      const detail = 'Too many pages were checked. Try again in a minute.';
      throw new Refusal(429, { detail }, Math.ceil(wait / 1_000));
    }
    const { publicKey: key, domains } = pixel;
    return verify(url, { key, domains, publicUrl: publicUrl() }, egress);
  });

  /** A pixel of the caller's projects, including a removed one that can still be restored. */
  async function findAny(access: Access, id: number, capability: Capability) {
    const pixel = await findMasterPixel(pool, id, now());
    if (!pixel) throw notFound();
    const membership = memberOf(access, pixel.projectId);
    requireCapability(membership, capability);
    return { pixel, membership };
  }

  async function find(access: Access, id: number, capability: Capability) {
    const found = await findAny(access, id, capability);
    if (found.pixel.removedAt) throw notFound();
    return found;
  }

  async function answerOf(access: Access, id: number): Promise<MasterPixel> {
    const { pixel, membership } = await find(access, id, 'usage.see');
    const [answer] = await answersOf(membership, [pixel]);
    if (!answer) throw notFound();
    return answer;
  }

  async function answersOf(
    membership: Membership,
    pixels: readonly MasterPixelRow[],
  ): Promise<MasterPixel[]> {
    await flushCounters();
    const [seen, activity, withAudit] = await Promise.all([
      seenIn(membership.projectId, pixels),
      statistics.pixelActivity(scopeOf(membership)),
      countEventPixels(pool, membership.projectId),
    ]);
    return pixels.map((pixel) => {
      const what = seen.get(pixel.id) ?? nothing;
      const { state, reason } = stateOf(pixel.status, what, now());
      return {
        id: pixel.id,
        project: pixel.projectId,
        name: pixel.name,
        event_name: pixel.eventName,
        is_primary: pixel.isPrimary,
        counts_as_revenue: pixel.isPrimary,
        key: pixel.publicKey,
        domains: pixel.domains,
        consent_mode: pixel.consentMode as MasterPixel['consent_mode'],
        status: pixel.status === 'active' ? 'active' : 'paused',
        state,
        state_reason: reason,
        created_at: pixel.createdAt.toISOString(),
        first_seen_at: what.firstAt?.toISOString() ?? null,
        last_seen_at: what.lastAt?.toISOString() ?? null,
        count_24h: activity.get(pixel.eventName)?.count24h ?? 0,
        received_24h: what.received24h,
        event_pixels: withAudit.get(pixel.id) ?? 0,
        rejected_24h: [...what.rejected24h],
        script: {
          url: `${publicUrl()}/t/px.js`,
          version: scriptVersion,
          versioned_url: scriptVersion && `${publicUrl()}/t/px-${scriptVersion}.js`,
        },
      };
    });
  }
}

const nothing: PixelTraffic = {
  firstAt: null,
  lastAt: null,
  byHour: new Map(),
  received24h: 0,
  rejected24h: [],
};

const primaryStays =
  'This is the primary pixel of the project and cannot be removed. Make another one primary first.';
const inUse = (detail: string) => new Refusal(409, { detail });
