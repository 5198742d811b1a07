import type pg from 'pg';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import type { Membership } from '../access/access.ts';
import { scopeOf } from '../access/scope.ts';
import type { Statistics } from '../projects/statistics.ts';
import type { PixelTraffic } from './event-times.ts';
import { stateOf } from './pixel-state.ts';
import { countEventPixels, type MasterPixelRow } from './repository.ts';

export type AnswerDependencies = {
  pool: pg.Pool;
  statistics: Statistics;
  seenIn: (
    projectId: number,
    pixels: readonly { id: number; eventName: string }[],
  ) => Promise<ReadonlyMap<number, PixelTraffic>>;
  /** Stores the collector's counts so far. */
  flushCounters: () => Promise<void>;
  /** Where shops reach this installation, without a slash at its end. */
  publicUrl: () => string;
  /** The version of the script, null while it is not built. */
  scriptVersion: string | null;
  now: () => Date;
};

/** Pixels with what arrived from them. */
export async function answersOf(
  dependencies: AnswerDependencies,
  membership: Membership,
  pixels: readonly MasterPixelRow[],
): Promise<MasterPixel[]> {
  const { pool, statistics, publicUrl, scriptVersion, now } = dependencies;
  await dependencies.flushCounters();
  const [seen, activity, waiting] = await Promise.all([
    dependencies.seenIn(membership.projectId, pixels),
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
      event_pixels: waiting.get(pixel.id) ?? 0,
      rejected_24h: [...what.rejected24h],
      script: {
        url: `${publicUrl()}/t/px.js`,
        version: scriptVersion,
        versioned_url: scriptVersion && `${publicUrl()}/t/px-${scriptVersion}.js`,
      },
    };
  });
}

const nothing: PixelTraffic = {
  firstAt: null,
  lastAt: null,
  byHour: new Map(),
  received24h: 0,
  rejected24h: [],
};
