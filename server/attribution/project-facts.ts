import type pg from 'pg';
import { storedZone } from '#contract/time-zone.ts';
import { offersOfProject, storedOffer } from '../offer-terms/offer-facts.ts';
import { primaryEvent } from './primary-event.ts';
import type { ProjectFacts } from './raw-events.ts';

const statement = `
select p.id, p.currency, p.timezone,
  ${primaryEvent} as primary,
  (
    select coalesce(json_agg(json_build_object(
      'affid', aff_id, 'validFrom', floor(extract(epoch from valid_from) * 1000)::bigint,
      'type', payout_type, 'value', payout_value::text
    )), '[]')
    from affiliates join affiliate_terms on affiliate_id = affiliates.id where project_id = p.id
  ) as terms,
  (
    select coalesce(json_agg(json_build_object(
      'currency', currency, 'validFrom', valid_from::text, 'rate', rate::text
    )), '[]')
    from exchange_rates where base = p.currency
  ) as rates,
  ${offersOfProject} as offers
from projects p
where p.id = any($1)`;

/** The facts the resolver needs about projects; a deleted project has none. */
export async function readFacts(
  pool: pg.Pool,
  projects: readonly number[],
): Promise<Map<number, ProjectFacts>> {
  const { rows } = await pool.query<ProjectFacts>({
    name: 'resolver-facts',
    text: statement,
    values: [projects],
  });
  return new Map(
    rows.map(({ offers = [], ...facts }) => [
      facts.id,
      { ...facts, timezone: storedZone(facts.timezone), offers: offers.map(storedOffer) },
    ]),
  );
}
