import type { PostbackTest } from '#contract/offers/postback-tests.ts';
import type { Connection } from '../../database/orm.ts';

export type Result = Pick<PostbackTest, 'state' | 'steps' | 'payout' | 'terms'>;

export type TestRow = {
  id: number;
  offer: number;
  offerId: string;
  project: number;
  currency: string;
  primary: string;
  affiliate: number;
  affid: string;
  started: Date;
  clickId: string | null;
  clickUrl: string;
  destination: string;
  result: Result;
};

/** A test with what its evaluation needs; null where there is none. */
export async function findTest(
  connection: Connection,
  id: number,
  primaryEvent: string,
): Promise<TestRow | null> {
  const { rows } = await connection.query<TestRow>(
    `select test.id, test.offer_id as offer, offer.offer_id as "offerId", p.id as project, p.currency,
       ${primaryEvent} as primary, test.affiliate_id as affiliate, affiliate.aff_id as affid,
       test.started_at as started, test.click_id as "clickId", test.click_url as "clickUrl",
       offer.url as destination, test.result
     from postback_tests test join offers offer on offer.id = test.offer_id join projects p on p.id = offer.project_id
     join affiliates affiliate on affiliate.id = test.affiliate_id
     where test.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

type NewTest = {
  offer: number;
  affiliate: number;
  by: number;
  at: Date;
  clickId: string | null;
  clickUrl: string;
  result: Result;
};

export async function addTest(
  connection: Connection,
  { offer, affiliate, by, at, clickId, clickUrl, result }: NewTest,
): Promise<number> {
  const { rows } = await connection.query<{ id: number }>(
    `insert into postback_tests (offer_id, affiliate_id, started_at, started_by, click_id, click_url, result)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [offer, affiliate, at, by, clickId, clickUrl, JSON.stringify(result)],
  );
  return rows[0]?.id ?? 0;
}

/** Keeps the result; the offer knows when a test last reached it. */
export async function keepResult(
  connection: Connection,
  { id, offer }: Pick<TestRow, 'id' | 'offer'>,
  result: Result,
  at: Date,
): Promise<void> {
  await connection.query('update postback_tests set result = $2 where id = $1', [
    id,
    JSON.stringify(result),
  ]);
  if (result.state !== 'passed') return;
  await connection.query(
    'update offers set tested_at = $2 where id = $1 and (tested_at is null or tested_at < $2)',
    [offer, at],
  );
}
