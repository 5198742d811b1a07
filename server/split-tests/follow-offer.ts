import type pg from 'pg';
import { findOffer, type OfferRow, storeOffer } from '../offers/offer-rows.ts';
import { invalid } from '../platform/refusal.ts';
import type { ShipRow, TestRow } from './test-rows.ts';

type Standing = { from: number; to: number; test: string };

/** Leads the links of the control's offer to the offer of a variant; answers the two. */
export async function followOffer(
  client: pg.PoolClient,
  { kind, variants, projectId }: TestRow,
  { variant, now }: { variant: string; now: Date },
): Promise<Pick<ShipRow, 'fromOffer' | 'toOffer'>> {
  const control = variants.find(({ is_control: isControl }) => isControl)?.offer ?? null;
  const winner = variants.find(({ key }) => key === variant)?.offer ?? null;
  if (kind !== 'offer' || control === null || winner === null) {
    throw invalid('with_offer', 'This test is not about offers.');
  }
  const from = await offerAt(client, control);
  const to = await offerAt(client, winner);
  if (to.status === 'archived') {
    throw invalid('with_offer', `“${to.name}” is archived. Restore it first.`);
  }
  const standing = await standingShips(client, projectId);
  const before = standing.get(from.id);
  if (before) {
    throw invalid(
      'with_offer',
      `The links of “${from.name}” follow the test “${before.test}”. Undo the ship of that one first.`,
    );
  }
  for (let next = standing.get(to.id); next; next = standing.get(next.to)) {
    if (next.to !== from.id) continue;
    throw invalid(
      'with_offer',
      `The links of “${to.name}” lead to “${from.name}” since “${next.test}” was shipped. Undo that ship first.`,
    );
  }
  await storeOffer(client, from, {}, now);
  return { fromOffer: from.id, toOffer: to.id };
}

/** Leads the links of an offer to itself again; refused where they would lead nowhere. */
export async function returnOffer(client: pg.PoolClient, id: number, now: Date): Promise<void> {
  const from = await offerAt(client, id);
  if (from.status === 'archived') {
    throw invalid(
      'with_offer',
      `“${from.name}” was archived since. Restore it, then undo the ship.`,
    );
  }
  await storeOffer(client, from, {}, now);
}

async function offerAt(client: pg.PoolClient, id: number): Promise<OfferRow> {
  const offer = await findOffer(client, id);
  if (!offer) throw invalid('with_offer', 'The offer is gone. Ship without it.');
  return offer;
}

/** The ships that links of offers follow, by the offer of the link. */
async function standingShips(
  client: pg.PoolClient,
  project: number,
): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await client.query<Standing>(
    `select ship.from_offer as "from", ship.to_offer as "to", test.name as test
     from split_test_ships ship join split_tests test on test.id = ship.test_id
     where test.project_id = $1 and ship.undone_at is null and ship.from_offer is not null`,
    [project],
  );
  return new Map(rows.map((row) => [row.from, row]));
}
