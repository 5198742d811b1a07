import { inArray } from 'drizzle-orm';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { personName } from '../accounts/person-name.ts';
import { type Connection, orm } from '../database/orm.ts';
import { offers } from '../database/schema/offers.ts';
import type { StoredTest } from './test-rows.ts';

type Names = {
  members: ReadonlyMap<number, string>;
  offers: ReadonlyMap<number, string>;
  /** By the id of a test, the key that its link needs because an older test of another project has its short name. */
  keys: ReadonlyMap<string, string>;
};

/** Tests whose link would lead to an older test of another project, with the public key that tells them apart. */
const sharedLinks = `
select test.id, pixel.public_key as key
from split_tests test
join lateral (
  select public_key from master_pixels where project_id = test.project_id and removed_at is null
  order by is_primary desc, id limit 1
) pixel on true
where test.id = any($1) and exists (
  select from split_tests older
  where older.slug = test.slug and older.project_id <> test.project_id
    and (older.created_at, older.id) < (test.created_at, test.id)
)`;

/** The names and keys that the answers of tests show. */
export async function namesIn(
  connection: Connection,
  tests: readonly StoredTest[],
): Promise<Names> {
  const people = tests.flatMap(({ row, ship }) => [row.decidedBy, ship?.shippedBy]);
  const offered = tests.flatMap(({ row }) => row.variants.map(({ offer }) => offer));
  const { rows: members } = await connection.query<{ id: number; name: string }>(
    `select id, ${personName('person')} as name from users person where id = any($1)`,
    [present(people)],
  );
  const named = await orm(connection)
    .select({ id: offers.id, name: offers.name })
    .from(offers)
    .where(inArray(offers.id, present(offered)));
  const { rows: shared } = await connection.query<{ id: string; key: string }>(sharedLinks, [
    tests.map(({ row }) => row.id),
  ]);
  return {
    members: new Map(members.map(({ id, name }) => [id, name])),
    offers: new Map(named.map(({ id, name }) => [id, name])),
    keys: new Map(shared.map(({ id, key }) => [id, key])),
  };
}

const present = (ids: readonly (number | null | undefined)[]): number[] => [
  ...new Set(ids.filter((id) => typeof id === 'number')),
];

/** The address of a test that visitors follow. */
function linkOf({ id, slug }: StoredTest['row'], { keys }: Names, publicUrl: string): URL {
  const link = new URL(`${publicUrl}/t/x/${slug}/`);
  const key = keys.get(id);
  if (key !== undefined) link.searchParams.set('k', key);
  return link;
}

function previewOf(link: URL, token: string, variant: string): string {
  const preview = new URL(link);
  preview.searchParams.set('preview', token);
  preview.searchParams.set('v', variant);
  return preview.href;
}

/** A test as it is answered to a reader, who may see who decided or not. */
export function testOf(
  test: StoredTest,
  { names, publicUrl, seesMembers }: { names: Names; publicUrl: string; seesMembers: boolean },
): SplitTest {
  const { row, phases, ship } = test;
  const link = linkOf(row, names, publicUrl);
  const memberOf = (id: number | null) =>
    seesMembers && id !== null ? (names.members.get(id) ?? null) : null;
  return {
    id: row.id,
    project: row.projectId,
    slug: row.slug,
    name: row.name,
    hypothesis: row.hypothesis,
    kind: row.kind,
    unit: row.unit,
    status: row.archivedAt ? 'archived' : row.status,
    target: row.target,
    goal: row.goal,
    guardrails: row.guardrails,
    variants: row.variants.map((variant) => ({
      ...variant,
      preview_url: previewOf(link, row.previewToken, variant.key),
      offer_name: variant.offer === null ? null : (names.offers.get(variant.offer) ?? null),
    })),
    mde_rel: row.mdeRel,
    alpha: row.alpha,
    min_runtime_days: row.minRuntimeDays,
    max_runtime_days: row.maxRuntimeDays,
    min_conversions: row.minConversions,
    traffic_pct: row.trafficPct,
    planned_units: row.plannedUnits,
    phases: phases.map((phase) => ({
      n: phase.n,
      started_at: phase.startedAt.toISOString(),
      ended_at: phase.endedAt?.toISOString() ?? null,
      weights: phase.weights,
      traffic_pct: phase.trafficPct,
      reason: phase.reason,
    })),
    decision: decisionIn(test, memberOf),
    ship: shipIn(ship, memberOf),
    link: link.href,
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

type MemberOf = (id: number | null) => string | null;

/** What was decided about a test; null while nothing was. */
export function decisionIn({ row }: StoredTest, memberOf: MemberOf): SplitTest['decision'] {
  if (row.decision === null || row.decidedAt === null) return null;
  return {
    decision: row.decision,
    variant: row.decidedVariant,
    note: row.decisionNote,
    is_override: row.isOverride,
    decided_at: row.decidedAt.toISOString(),
    decided_by: memberOf(row.decidedBy),
    snapshot_id: row.decisionSnapshotId,
  };
}

/** The variant that every visitor is led to; null while nothing was shipped. */
export const shipIn = (ship: StoredTest['ship'], memberOf: MemberOf): SplitTest['ship'] =>
  ship && {
    variant: ship.variant,
    shipped_at: ship.shippedAt.toISOString(),
    shipped_by: memberOf(ship.shippedBy),
    with_step: ship.stepBefore !== null,
    with_offer: ship.toOffer !== null,
  };
