import type pg from 'pg';
import type { AccessState, OfferAccess } from '#contract/offers/access.ts';
import { personName } from '../accounts/person-name.ts';
import type { Connection } from '../database/orm.ts';
import type { OfferReader } from './offer-reader.ts';

type AccessRow = {
  affiliate: number;
  affid: string;
  name: string;
  status: AccessState;
  requestedAt: Date | null;
  note: string;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string;
  version: number;
};

type Wanted = { offer: number; affiliates: readonly number[] | null };

/** The access of affiliates to an offer, or of all, requests first. */
export async function readAccess(
  connection: Connection,
  { offer, affiliates }: Wanted,
  { seesMembers }: Pick<OfferReader, 'seesMembers'>,
): Promise<OfferAccess[]> {
  const { rows } = await connection.query<AccessRow>(
    `select access.affiliate_id as affiliate, affiliate.aff_id as affid, affiliate.name, access.status,
       access.requested_at as "requestedAt", access.note, access.decided_at as "decidedAt",
       ${personName('decider')} as "decidedBy", access.reason, access.version
     from offer_access access join affiliates affiliate on affiliate.id = access.affiliate_id
     left join users decider on decider.id = access.decided_by
     where access.offer_id = $1 and ($2::int[] is null or access.affiliate_id = any($2))
     order by access.status = 'pending' desc, affiliate.name, affiliate.id`,
    [offer, affiliates],
  );
  return rows.map((row) => ({
    affiliate: row.affiliate,
    affid: row.affid,
    name: row.name,
    status: row.status,
    requested_at: row.requestedAt?.toISOString() ?? null,
    note: row.note,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: seesMembers ? row.decidedBy : null,
    reason: row.reason,
    version: row.version,
  }));
}

/** Stores the request of an affiliate; one that was rejected before is pending again. */
export async function storeRequest(
  client: pg.PoolClient,
  { offer, affiliate, note, now }: { offer: number; affiliate: number; note: string; now: Date },
): Promise<void> {
  await client.query(
    `insert into offer_access as known (offer_id, affiliate_id, status, requested_at, note)
     values ($1, $2, 'pending', $3, $4)
     on conflict (offer_id, affiliate_id) do update set status = 'pending', requested_at = excluded.requested_at,
       note = excluded.note, decided_at = null, decided_by = null, reason = '', earlier = null,
       version = known.version + 1`,
    [offer, affiliate, now, note],
  );
}

type Decision = {
  offer: number;
  affiliate: number;
  status: AccessState;
  reason: string;
  by: number;
  now: Date;
};

export async function storeDecision(
  client: pg.PoolClient,
  { offer, affiliate, status, reason, by, now }: Decision,
): Promise<void> {
  await client.query(
    `insert into offer_access as known (offer_id, affiliate_id, status, decided_at, decided_by, reason, earlier)
     values ($1, $2, $3, $4, $5, $6, '{"status": null}')
     on conflict (offer_id, affiliate_id) do update set status = excluded.status, decided_at = excluded.decided_at,
       decided_by = excluded.decided_by, reason = excluded.reason, version = known.version + 1,
       earlier = jsonb_build_object('status', known.status, 'decided_at', known.decided_at,
         'decided_by', known.decided_by, 'reason', known.reason)`,
    [offer, affiliate, status, now, by, reason],
  );
}

/** Puts back what the last decision about an affiliate replaced; false where there is none. */
export async function restoreEarlier(
  client: pg.PoolClient,
  { offer, affiliate }: { offer: number; affiliate: number },
): Promise<boolean> {
  const { rowCount: removed } = await client.query(
    `delete from offer_access where offer_id = $1 and affiliate_id = $2 and earlier ->> 'status' is null
       and earlier is not null`,
    [offer, affiliate],
  );
  const { rowCount: restored } = await client.query(
    `update offer_access set status = earlier ->> 'status', decided_at = (earlier ->> 'decided_at')::timestamptz,
       decided_by = (select id from users where id = (earlier ->> 'decided_by')::int),
       reason = earlier ->> 'reason', earlier = null, version = version + 1
     where offer_id = $1 and affiliate_id = $2 and earlier is not null`,
    [offer, affiliate],
  );
  return (removed ?? 0) + (restored ?? 0) > 0;
}
