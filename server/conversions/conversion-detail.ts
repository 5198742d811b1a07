import type pg from 'pg';
import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import type { Access, Membership } from '../access/access.ts';
import { isAllowed } from '../access/require-capability.ts';
import { scopeOf } from '../access/scope.ts';
import { labelsOf } from '../analytics/conversion-rows/origin-labels.ts';
import type { StoredSide } from '../analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { countedValue } from '../attribution/applied-corrections.ts';
import { readExecutionsOf } from '../event-pixels/conversion-deliveries.ts';
import { notFound } from '../platform/refusal.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { readAdjustments } from './adjustment-rows.ts';
import { eventsOf } from './conversion-events.ts';
import { currentSides, historyOf, type Version, versionsOf } from './conversion-history.ts';
import { conversionView, groupSides, leadSide } from './conversion-sides.ts';
import { readDecisions } from './decision-batches.ts';
import { payoutBecause } from './payout-because.ts';
import { sameOrder } from './same-order.ts';
import { creditedTouches, touchView } from './touchpoints.ts';

/** A conversion from its first click to its last change, as far as the caller may see it. */
export async function conversionDetail(
  id: string,
  { access, lookbackDays, now }: { access: Access; lookbackDays: number; now: Date },
  analytics: AnalyticsReader,
  pool: pg.Pool,
): Promise<ConversionDetail> {
  const { select, names } = analytics;
  const projectIds = access.memberships.map(({ projectId }) => projectId);
  if (projectIds.length === 0) throw notFound();
  const versions = await versionsOf(id, projectIds, select);
  const present = currentSides(versions);
  const sides = [...groupSides(present.map(({ row }) => row)).values()][0];
  const lead = sides && leadSide(sides);
  const version = present.find(({ row }) => row === lead)?.version;
  if (!sides || !lead || version === undefined) throw notFound();
  const membership = access.memberships.find(
    ({ projectId }) => String(projectId) === lead.project_id,
  );
  if (!membership || !isSeenBy(membership)(lead)) throw notFound();

  const { currency } = membership;
  const isSeen = isSeenBy(membership);
  const isWhole = membership.affiliates === null;
  const both = [lead, ...present.map(({ row }) => row).filter((row) => row !== lead)];
  const uids = await eventUids(present, select);
  const [clicks, events, related, decided, payout_because] = await Promise.all([
    creditedTouches(lead, version, lookbackDays, select),
    eventsOf(both, uids, { isWhole, select }),
    sameOrder(lead, { isSeen, select, currency }),
    decidedOf(pool, membership, { lead, uids }, now),
    payoutBecause({ pool, select }, { lead, version, membership }),
  ]);
  const seen = clicks.filter(({ touch }) => isSeen(touch));
  const projects = [scopeOf(membership)];
  const labels = await labelsOf([lead, ...seen.map(({ touch }) => touch)], projects, names);
  return {
    conversion: conversionView(lead, sides, { projects }, labels),
    lookback_days: lookbackDays,
    touches: seen.map((one) => touchView(one, labels)),
    unattributed: clicks.some(({ isWithin }) => isWithin) ? 0 : 1,
    excluded_because: excludedBecause(lead),
    payout_because,
    events,
    history: historyOf(
      versions.filter(({ row }) => isSeen(row)),
      currency,
    ),
    ...related,
    ...decided,
  };
}

/**
 * Decisions, corrections and pixels of a conversion. An affiliate sees reasons without names, and only its own
 * corrections and pixels.
 */
async function decidedOf(
  pool: pg.Pool,
  membership: Membership,
  { lead, uids }: { lead: StoredSide; uids: readonly string[] },
  now: Date,
): Promise<Pick<ConversionDetail, 'decisions' | 'adjustments' | 'executions'>> {
  const { projectId: project, affiliates } = membership;
  const { conversion_id: conversion } = lead;
  const value = countedValue(lead);
  const [decisions, adjustments, executions] = await Promise.all([
    readDecisions(pool, project, { conversion, uids }, now),
    readAdjustments(pool, project, { conversion, uids, value }),
    readExecutionsOf(pool, { project, conversion }, affiliates?.map(({ id }) => id) ?? null),
  ]);
  if (isAllowed(membership, 'members.see')) return { decisions, adjustments, executions };
  const isOwn = isSeenBy(membership);
  return {
    decisions: decisions.map((one) => ({
      ...one,
      note: '',
      conversions: null,
      by: null,
      undone_by: null,
    })),
    adjustments: adjustments
      .filter(({ affid }) => isOwn({ affid: affid ?? '' }))
      .map((one) => ({ ...one, note: '', by: null })),
    executions,
  };
}

/** An affiliate sees only touches and events of its own clicks. */
function isSeenBy({ affiliates }: Membership): (row: { affid: string }) => boolean {
  const own = affiliates && new Set(affiliates.map(({ affId }) => affId));
  return ({ affid }) => own === null || own.has(affid);
}

function excludedBecause(lead: StoredSide): string | null {
  const { excluded_reason: reason, status, currency, value } = lead;
  if (lead.record === 'refund') {
    if ((reason === 'rejected' || reason === 'reversed') && status !== reason) {
      return `The refunded order was ${reason}.`;
    }
    if (reason === 'no_rate' && Number(value) !== 0) {
      return 'There is no exchange rate for the refunded order.';
    }
  }
  switch (reason) {
    case 'rejected':
      return 'It was rejected.';
    case 'reversed':
      return 'It was reversed.';
    case 'no_rate':
      return `There is no exchange rate for ${currency} on its day.`;
    default:
      return null;
  }
}

/** The events that the sides are made of. */
async function eventUids(
  present: readonly Version[],
  select: AnalyticsReader['select'],
): Promise<string[]> {
  const parameters = new Parameters();
  const versions = present.map(
    ({ row, version }) =>
      `(side = ${parameters.add('String', row.side)} AND version = ${parameters.add('UInt64', version)})`,
  );
  const [first] = present;
  const sql = `SELECT arrayJoin(event_uids) FROM conversion_versions
WHERE project_id = ${parameters.add('Int64', Number(first?.row.project_id))}
  AND conversion_id = ${parameters.add('String', first?.row.conversion_id)} AND (${versions.join(' OR ')})
LIMIT 1000`;
  const rows = await select({ sql, parameters: parameters.values });
  return [...new Set(rows.flatMap(([uid]) => (uid ? [uid] : [])))];
}
