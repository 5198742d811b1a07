import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { OfferLink } from '#contract/offers/links.ts';
import { requireCapability } from '../access/require-capability.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import type { Connection } from '../database/orm.ts';
import { forbidden } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { readLinks } from '../tracking-links/link-rows.ts';
import { readAccess } from './access-rows.ts';
import type { OfferDependencies } from './dependencies.ts';
import { accessTo } from './offer-answers.ts';
import { type SeenOffer, seenOffer } from './reading.ts';

type LinkRow = {
  id: number;
  affiliate: number;
  affid: string;
  params: string;
  createdAt: Date;
};

/** Saved tracking links of offers. */
export function offerLinkRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, idempotent, publicUrl } = dependencies;

  async function linksOf(
    connection: Connection,
    { row, reader }: SeenOffer,
    only: number | null,
  ): Promise<OfferLink[]> {
    const affids = reader.affiliates?.map(({ affId }) => affId) ?? null;
    const { rows } = await connection.query<LinkRow>(
      `select link.id, link.affiliate_id as affiliate, affiliate.aff_id as affid, link.params,
         link.created_at as "createdAt"
       from offer_links link join affiliates affiliate on affiliate.id = link.affiliate_id
       where link.offer_id = $1 and ($2::text[] is null or affiliate.aff_id = any($2)) and ($3::int is null or link.id = $3)
       order by link.id desc limit 500`,
      [row.id, affids, only],
    );
    const project = { id: row.projectId, affids: [...new Set(rows.map(({ affid }) => affid))] };
    const plain = await readLinks(connection, project, publicUrl());
    return rows.map(({ createdAt, params, ...link }) => {
      const given: Record<string, string> = JSON.parse(params);
      const base = plain.find(({ affid }) => affid === link.affid)?.link ?? '';
      const query = new URLSearchParams({ offer: row.offerId, ...given });
      const url = `${base}${base.includes('?') ? '&' : '?'}${query}`;
      return { ...link, params: given, url, created_at: createdAt.toISOString() };
    });
  }

  serve(app, endpoints.listOfferLinks, async ({ access, params }) =>
    linksOf(pool, await seenOffer(pool, access, params.id), null),
  );

  serve(app, endpoints.saveOfferLink, async (call) => {
    const { access, body, params } = call;
    const seen = await seenOffer(pool, access, params.id);
    const { row, membership, reader } = seen;
    if (!(await findAffiliate(pool, [membership], body.affiliate))) throw forbidden();
    requireCapability(membership, 'pixel.write');
    if (reader.affiliates !== null) {
      const own = { offer: row.id, affiliates: [body.affiliate] };
      const state = accessTo(row, (await readAccess(pool, own, reader))[0]);
      if (state !== 'open' && state !== 'approved') throw forbidden('Request this offer first.');
    }
    return idempotent(call, async () => {
      const sorted = Object.entries(body.params).sort(([one], [other]) => (one < other ? -1 : 1));
      const { rows } = await pool.query<{ id: number }>(
        `insert into offer_links as known (offer_id, affiliate_id, params, created_at) values ($1, $2, $3, $4)
         on conflict (offer_id, affiliate_id, params) do update set created_at = known.created_at returning id`,
        [row.id, body.affiliate, JSON.stringify(Object.fromEntries(sorted)), now()],
      );
      const [link] = await linksOf(pool, seen, rows[0]?.id ?? 0);
      if (!link) throw new Error('The link was not saved.');
      return link;
    });
  });
}
