import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import type { bulkOffersSchema } from '#contract/offers/offer.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { forbidden, Refusal } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { changeStatus } from './change-status.ts';
import { createChangeOffer, type OpenedOffer } from './changing.ts';
import type { OfferDependencies } from './dependencies.ts';
import { changeFields } from './offer-changes.ts';
import { refusalSentence } from './refusal-sentence.ts';

type Change = z.output<typeof bulkOffersSchema>['change'];

const mostTags = 20;

/** Changes of many offers at once, each on its own. */
export function offerBulkRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, idempotent } = dependencies;
  const change = createChangeOffer(dependencies);

  async function apply(opened: OpenedOffer, wanted: Change): Promise<void> {
    const { client, row, record } = opened;
    if (wanted.kind === 'status') {
      await changeStatus(opened, { to: wanted.to, reason: '', without_test: false }, now());
      return;
    }
    const others = row.tags.filter((tag) => tag !== wanted.tag);
    const isThere = others.length < row.tags.length;
    const tags =
      wanted.kind === 'remove_tag' ? others : isThere ? row.tags : [...others, wanted.tag];
    if (tags.length > mostTags) {
      throw new Refusal(400, { tag: [`An offer has at most ${mostTags} tags.`] });
    }
    const changed = await changeFields(client, row, { tags }, now());
    if (changed) await record('offer.changed', { before: changed.before, after: changed.after });
  }

  serve(app, endpoints.changeOffers, async (call) => {
    const { access, body } = call;
    requireCapability(memberForInput(access, body.project), 'offer.write');
    const ids = [...new Set(body.offers)];
    const { rows } = await pool.query<{ id: number; name: string }>(
      'select id, name from offers where project_id = $1 and id = any($2)',
      [body.project, ids],
    );
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    if (names.size < ids.length) throw forbidden();
    return idempotent(call, async () => {
      const changed: number[] = [];
      const refused: { id: number; name: string; message: string }[] = [];
      for (const id of ids) {
        try {
          const one = { ...call, params: { id } };
          await change(one, 'offer.write', (opened) => apply(opened, body.change));
          changed.push(id);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.push({ id, name: names.get(id) ?? '', message: refusalSentence(error) });
        }
      }
      return { changed, refused };
    });
  });
}
