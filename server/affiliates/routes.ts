import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Affiliate } from '#contract/affiliates/schemas.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Access } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { authorOf, recordAuditEntry } from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import { invalid, notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import type { Statistics } from '../projects/statistics.ts';
import {
  type AffiliateRow,
  changeAffiliate,
  createAffiliate,
  findAffiliate,
  readAffiliatesOf,
} from './repository.ts';

export function affiliateRoutes(
  app: FastifyInstance,
  {
    pool,
    statistics,
    now,
  }: { pool: pg.Pool; statistics: Pick<Statistics, 'isRecorded'>; now: () => Date },
): void {
  async function find({ memberships }: Access, id: number) {
    const found = await findAffiliate(pool, memberships, id);
    if (!found) throw notFound();
    return found;
  }

  serve(app, endpoints.listAffiliates, async ({ access, query: { project } }) => {
    const memberships =
      project === undefined ? access.memberships : [memberForInput(access, project)];
    return (await readAffiliatesOf(pool, memberships)).map(answerOf);
  });

  serve(app, endpoints.createAffiliate, async ({ access, body, request }) => {
    const { aff_id: affId, project: projectId, postback_url: postbackUrl, ...rest } = body;
    const { sub_ids: subIds, name, payout } = rest;
    requireCapability(memberForInput(access, projectId), 'affiliate.create');
    const id = await inTransaction(pool, async (client) => {
      const made = { affId, projectId, name, payout, postbackUrl, subIds };
      const created = await createAffiliate(client, made);
      await recordAuditEntry(client, authorOf(access, request), now(), {
        action: 'affiliate.created',
        project: projectId,
        target: affId,
        details: { payout },
      });
      return created;
    });
    return answerOf((await find(access, id)).affiliate);
  });

  serve(app, endpoints.readAffiliate, async ({ access, params: { id } }) =>
    answerOf((await find(access, id)).affiliate),
  );

  serve(app, endpoints.changeAffiliate, async ({ access, params: { id }, body, request }) => {
    const { affiliate, membership } = await find(access, id);
    requireCapability(membership, 'affiliate.change');
    const { aff_id: affId, name, payout, postback_url: postbackUrl, sub_ids: subIds } = body;
    const { affId: present, projectId } = affiliate;
    const isRenamed = affId !== undefined && affId !== present;
    if (isRenamed && (await statistics.isRecorded(projectId, present))) {
      throw invalid('aff_id', staysAs(present));
    }
    await inTransaction(pool, async (client) => {
      await changeAffiliate(client, id, { affId, name, payout, postbackUrl, subIds }, now());
      await recordAuditEntry(client, authorOf(access, request), now(), {
        action: 'affiliate.changed',
        project: membership.projectId,
        target: affiliate.affId,
        details: { changed: Object.keys(body), payout },
      });
    });
    return answerOf((await find(access, id)).affiliate);
  });
}

/**
 * Money, clicks and access are assigned by the code, so records under the old code would lose their affiliate or go to
 * the next one that takes the code.
 */
const staysAs = (affid: string): string =>
  `Stays ${affid}: clicks, conversions or costs are recorded under it. Create another affiliate for another id.`;

const answerOf = (row: AffiliateRow): Affiliate => ({
  id: row.id,
  aff_id: row.affId,
  project: row.projectId,
  project_name: row.projectName,
  project_slug: row.projectSlug,
  name: row.name,
  payout: {
    type: row.payoutType === 'cpa' ? 'cpa' : 'revshare',
    value: Number(row.payoutValue),
  },
  postback_url: row.postbackUrl,
  sub_ids: row.subIds,
  created_at: row.createdAt.toISOString(),
});
