import { encodeCursor } from '#server/conversions/page-cursor.ts';
import type { Call, Setting } from './calls.ts';
import { seededDays } from './seed.ts';

const DAY = 86_400_000;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A page of the conversion log over all seeded days, as the screen requests it. */
const page =
  (
    more: (setting: Setting, at: number, pick: (most: number) => number) => Record<string, string>,
  ) =>
  (chance: { whole(least: number, most: number): number }, setting: Setting) => {
    const { place, now } = setting;
    const at = now.getTime() - chance.whole(1, seededDays - 2) * DAY - chance.whole(0, DAY);
    return {
      path: '/api/v1/conversions/',
      query: {
        affiliate_id: 'all',
        project_id: String(place.projectId),
        timezone: 'UTC',
        start_date: day(now.getTime() - seededDays * DAY),
        end_date: day(now.getTime()),
        limit: '50',
        ...more(setting, at, (most) => chance.whole(0, most)),
      },
    };
  };

const target = 150;

export const logCalls: readonly Call[] = [
  { name: 'first page, with the count', target, request: page(() => ({})) },
  { name: 'first page, value above 0', target, request: page(() => ({ min_revenue: '0.01' })) },
  {
    name: 'a later page',
    target,
    request: page(({ place }, at) => ({
      total: '0',
      cursor: encodeCursor({ time: at, project: place.projectId, id: 'c_8' }),
    })),
  },
  {
    name: 'one affiliate',
    target,
    request: page(({ place }, _, pick) => ({
      affiliate_id: String(place.affiliateIds[pick(place.affiliateIds.length - 1)]),
    })),
  },
  {
    name: 'one campaign',
    target,
    request: page((_, __, pick) => ({ campaign_id: String(120_200_000_000_000 + pick(199)) })),
  },
  { name: 'seen by the server only', target, request: page(() => ({ pairing: 'server_only' })) },
  { name: 'rejected', target, request: page(() => ({ excluded_reason: 'rejected' })) },
  { name: 'unattributed', target, request: page(() => ({ attributed: '0' })) },
  {
    name: 'the beginning of an order’s id',
    target: null,
    request: page((_, __, pick) => ({ search: (1_048_576 + pick(1_000_000)).toString(16) })),
  },
];
