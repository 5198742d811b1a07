import type { ConversionStory } from '#contract/conversion.ts';
import type { Access, Membership } from '../../accounts/access.ts';
import { notFound } from '../../plugins/refusal.ts';
import { Parameters } from '../parameters.ts';
import type { Reading } from '../reading.ts';
import type { ProjectScope } from '../scope.ts';
import { eventsOf } from './events.ts';
import { labelsOf } from './labels.ts';
import { sameOrder } from './order.ts';
import { leadOf, shown, together } from './shown.ts';
import type { StoredSide } from './stored.ts';
import { creditedTouches, touchShown } from './touches.ts';
import { historyOf, living, type Version, versionsOf } from './versions.ts';

/** One conversion from its first click to its last change, as far as somebody may see it. */
export async function storyOf(
  id: string,
  { access, lookbackDays }: { access: Access; lookbackDays: number },
  reading: Reading,
): Promise<ConversionStory> {
  const { select, names } = reading;
  const projects = access.memberships.map(({ projectId }) => projectId);
  if (projects.length === 0) throw notFound();
  const versions = await versionsOf(id, projects, select);
  const present = living(versions);
  const sides = [...together(present.map(({ row }) => row)).values()][0];
  const lead = sides && leadOf(sides);
  const version = present.find(({ row }) => row === lead)?.version;
  if (!sides || !lead || version === undefined) throw notFound();
  const membership = access.memberships.find(
    ({ projectId }) => String(projectId) === lead.project_id,
  );
  if (!membership || !isSeenBy(membership)(lead)) throw notFound();

  const isSeen = isSeenBy(membership);
  const isWhole = membership.affiliates === null;
  const both = [lead, ...present.map(({ row }) => row).filter((row) => row !== lead)];
  const [clicks, events, related] = await Promise.all([
    creditedTouches(lead, version, lookbackDays, select),
    eventUids(present, select).then((uids) => eventsOf(both, uids, { isWhole, select })),
    sameOrder(both, { isSeen, select }),
  ]);
  const seen = clicks.filter(({ touch }) => isSeen(touch));
  const project = [membership.projectId];
  const labels = await labelsOf([lead, ...seen.map(({ touch }) => touch)], project, names);
  return {
    conversion: shown(lead, sides, { projects: [projectOf(membership)] }, labels),
    lookback_days: lookbackDays,
    touches: seen.map((one) => touchShown(one, labels)),
    unattributed: clicks.some(({ isWithin }) => isWithin) ? 0 : 1,
    excluded_because: excludedBecause(lead),
    events,
    history: historyOf(versions.filter(({ row }) => isSeen(row))),
    ...related,
  };
}

/** An affiliate sees what its own clicks earned, and of the way there its own clicks. */
function isSeenBy({ affiliates }: Membership): (row: { affid: string }) => boolean {
  const own = affiliates && new Set(affiliates.map(({ affId }) => affId));
  return ({ affid }) => own === null || own.has(affid);
}

const projectOf = ({
  projectId: id,
  name,
  slug,
  timezone,
  currency,
}: Membership): ProjectScope => ({
  id,
  name,
  slug,
  timezone,
  currency,
  affids: null,
});

function excludedBecause({ excluded_reason: reason, currency }: StoredSide): string | null {
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

/** Which events the sides are made of. */
async function eventUids(
  present: readonly Version[],
  select: Reading['select'],
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
