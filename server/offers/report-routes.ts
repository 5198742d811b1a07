import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { offerBreakdowns } from '#contract/offers/offer.ts';
import { type Period, windowOf, zonedTime } from '#contract/period.ts';
import type { ProjectScope } from '../access/scope.ts';
import { countryName } from '../analytics/reports/place-names.ts';
import { buckets } from '../analytics/reports/series.ts';
import type { Names } from '../analytics/runner/entity-labels.ts';
import { forbidden } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import type { OfferDependencies } from './dependencies.ts';
import { addedUp, type FigureDivision, figuresOf, type OfferSums, readSums } from './figures.ts';
import { seenOffer } from './reading.ts';
import { reportPeriod } from './report-period.ts';
import { scrubOf } from './scrub.ts';

type Breakdown = (typeof offerBreakdowns)[number];

const divisions: Record<Breakdown, FigureDivision> = {
  day: 'hour',
  hour: 'hour',
  affiliate: 'affid',
  country: 'country',
  device: 'device',
  campaign: 'campaign_id',
  ad: 'ad_id',
};

type Line = { key: string | null; label: string; sums: OfferSums | undefined };

/** The figures of one offer. */
export function offerReportRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, analyticsFor, resolveScope } = dependencies;

  serve(app, endpoints.offerReport, async ({ access, params, query, leaving }) => {
    const { row, reader } = await seenOffer(pool, access, params.id);
    const { breakdown, timezone, affiliate_id } = query;
    const selection = { affiliate_id, project_id: row.projectId };
    const [project] = (await resolveScope(access, selection)).projects;
    if (!project) throw forbidden();
    const period = reportPeriod(query, now());
    const analytics = analyticsFor(access.userId, leaving, [project.id]);
    const sums = await readSums(analytics, {
      project,
      offers: [{ offerId: row.offerId, holdDays: row.holdDays }],
      by: divisions[breakdown],
      granularity: breakdown === 'hour' ? 'hour' : 'day',
      window: windowOf(period, timezone),
      timezone,
      now: now(),
    });
    const total = addedUp(sums.values());
    const isTime = breakdown === 'day' || breakdown === 'hour';
    const lines = isTime
      ? timesOf(sums, { breakdown, period, timezone })
      : await groupsOf(sums, breakdown, project, analytics.names);
    return {
      start_date: period.start,
      end_date: period.end,
      timezone,
      total: figuresOf(total, reader),
      rows: lines.map(({ key, label, sums: own }) => ({
        ...{ key, label },
        ...figuresOf(own, reader),
        scrub: own && breakdown === 'affiliate' && reader.seesInternal ? scrubOf(own, total) : null,
      })),
    };
  });
}

type Times = { breakdown: 'day' | 'hour'; period: Period; timezone: string };

/** Every day or hour of the period, also those without any figures. */
function timesOf(
  sums: ReadonlyMap<string, OfferSums>,
  { breakdown, period, timezone }: Times,
): Line[] {
  return buckets(period, timezone, breakdown).map(({ start }) => {
    const local = zonedTime(start, timezone);
    const day = local.slice(0, 10);
    return breakdown === 'day'
      ? { key: day, label: day, sums: sums.get(day) }
      : { key: local, label: local, sums: sums.get(String(start.getTime() / 1_000)) };
  });
}

/** The groups with the most revenue first, then with the most clicks. */
async function groupsOf(
  sums: ReadonlyMap<string, OfferSums>,
  breakdown: Exclude<Breakdown, 'day' | 'hour'>,
  project: ProjectScope,
  names: Names,
): Promise<Line[]> {
  const labels = await labelsOf([...sums.keys()], breakdown, project, names);
  return [...sums]
    .sort(
      ([, one], [, other]) => other.revenue.comparedTo(one.revenue) || other.clicks - one.clicks,
    )
    .map(([key, own]) => ({
      key: key === '' ? null : key,
      label: key === '' ? '(none)' : (labels.get(key) ?? key),
      sums: own,
    }));
}

async function labelsOf(
  keys: readonly string[],
  breakdown: Exclude<Breakdown, 'day' | 'hour'>,
  project: ProjectScope,
  names: Names,
): Promise<ReadonlyMap<string, string>> {
  if (breakdown === 'affiliate') return names.affiliates([project]);
  if (breakdown === 'campaign' || breakdown === 'ad') {
    return names.labels(breakdown, [project], keys);
  }
  const isPlace = breakdown === 'country';
  return new Map(isPlace ? keys.map((key) => [key, countryName(key)]) : []);
}
