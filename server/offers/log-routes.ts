import type { FastifyInstance } from 'fastify';
import { auditActions } from '#contract/audit/schemas.ts';
import { endpoints } from '#contract/endpoints.ts';
import { textMap } from '#contract/text-map.ts';
import { personName } from '../accounts/person-name.ts';
import { serve } from '../plugins/serve.ts';
import type { OfferDependencies } from './dependencies.ts';
import { seenOffer } from './reading.ts';

type Entry = {
  id: string;
  at: Date;
  by: string | null;
  action: string;
  details: Record<string, unknown>;
};

const words = textMap<string>(auditActions);

/** What affiliates see of entries about themselves. */
const seenByAffiliates = textMap<readonly string[]>({
  'offer.access-requested': ['affid', 'note'],
  'offer.access-decided': ['affid', 'status', 'reason'],
  'offer.access-undone': ['affid', 'status', 'reason'],
  'offer.terms-added': [
    'terms',
    'goal',
    'country',
    'device',
    'payout_type',
    'payout_amount',
    'payout_pct',
    'tiers',
    'starts_at',
    'ends_at',
  ],
  'offer.terms-withdrawn': ['terms'],
});

/** What was done with an offer, from the audit log, whose entries name the row of the offer. */
export function offerLogRoutes(app: FastifyInstance, { pool }: OfferDependencies): void {
  serve(app, endpoints.offerLog, async ({ access, params, query, reply }) => {
    const { row, reader } = await seenOffer(pool, access, params.id);
    const { limit, cursor } = query;
    const affiliates = reader.affiliates?.map(({ id }) => String(id)) ?? null;
    const { rows } = await pool.query<Entry>(
      `select entry.id, entry.at, coalesce(${personName('actor')}, entry.actor_email) as by, entry.action, entry.details
       from audit_entries entry left join users actor on actor.id = entry.actor_id
       where entry.chain = $1 and (entry.action like 'offer.%' or entry.action like 'split-test.ship%') and entry.details->>'offer' = $2
         and ($3::text[] is null or entry.details->>'affiliate' = any($3) and entry.action = any($4))
         and ($5::bigint is null or entry.id < $5)
       order by entry.id desc limit $6`,
      [
        `project:${row.projectId}`,
        String(row.id),
        affiliates,
        [...seenByAffiliates.keys()],
        cursor ?? null,
        limit + 1,
      ],
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    if (rows.length > limit && last) reply.header('x-next-cursor', last.id);
    return shown.map(({ at, by, action, details }) => ({
      at: at.toISOString(),
      by: reader.seesMembers ? by : null,
      action,
      what: words.get(action) ?? action,
      details: reader.seesInternal ? details : seenPart(action, details),
    }));
  });
}

function seenPart(action: string, details: Record<string, unknown>): Record<string, unknown> {
  const names = seenByAffiliates.get(action) ?? [];
  return Object.fromEntries(
    names.filter((name) => name in details).map((name) => [name, details[name]]),
  );
}
