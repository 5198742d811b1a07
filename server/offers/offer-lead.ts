import type { OfferDetail } from '#contract/offers/offer.ts';
import type { Connection } from '../database/orm.ts';

type Lead = NonNullable<OfferDetail['internal']>['leads_to'];
type Row = Omit<NonNullable<Lead>, 'since'> & { since: Date };

/** Where the links of an offer lead since a split test was shipped; null where they lead to the offer itself. */
export async function leadOf(connection: Connection, offer: number): Promise<Lead> {
  const { rows } = await connection.query<Row>(
    `select winner.id as offer, winner.name, test.id as test, test.name as test_name, ship.shipped_at as since
     from split_test_ships ship
     join offers winner on winner.id = ship.to_offer
     join split_tests test on test.id = ship.test_id
     where ship.from_offer = $1 and ship.undone_at is null`,
    [offer],
  );
  const [row] = rows;
  return row ? { ...row, since: row.since.toISOString() } : null;
}
