import type { CapInterval, CapMetric } from '#contract/offers/caps.ts';
import { storedZone } from '#contract/time-zone.ts';
import type { Connection } from '../../database/orm.ts';

/** A cap that is counted. */
export type CountedCap = {
  id: number;
  /** The row of its offer, and the public id. */
  offer: number;
  offerId: string;
  timezone: string;
  metric: CapMetric;
  interval: CapInterval;
  affid: string | null;
  counts: string[];
};

/** The caps of a project: of all its offers, or of those with these public ids. */
export async function readCountedCaps(
  connection: Connection,
  project: number,
  offerIds: readonly string[] | null = null,
): Promise<CountedCap[]> {
  const { rows } = await connection.query<CountedCap>(
    `select cap.id, offer.id as offer, offer.offer_id as "offerId",
       coalesce(offer.timezone, project.timezone) as timezone, cap.metric, cap.period as interval,
       affiliate.aff_id as affid, cap.counts_statuses as counts
     from offer_caps cap join offers offer on offer.id = cap.offer_id join projects project on project.id = offer.project_id
     left join affiliates affiliate on affiliate.id = cap.affiliate_id
     where offer.project_id = $1 and cap.removed_at is null and ($2::text[] is null or offer.offer_id = any($2))
     order by cap.id`,
    [project, offerIds],
  );
  return rows.map((cap) => ({ ...cap, timezone: storedZone(cap.timezone) }));
}

/** Projects with caps. */
export async function readCappedProjects(connection: Connection): Promise<number[]> {
  const { rows } = await connection.query<{ id: number }>(
    `select distinct offer.project_id as id
     from offer_caps cap join offers offer on offer.id = cap.offer_id where cap.removed_at is null`,
  );
  return rows.map(({ id }) => id);
}
