import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { isAllowed, requireCapability } from '../access/require-capability.ts';
import type { Select } from '../analytics/runner/query-runner.ts';
import { type Connection, orm } from '../database/orm.ts';
import { offerTerms } from '../database/schema/offers.ts';
import { invalid, notFound } from '../platform/refusal.ts';
import { conflict } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { createChangeOffer } from './changing.ts';
import type { OfferDependencies } from './dependencies.ts';
import { loweredPayoutMails } from './lowered-payout-mail.ts';
import { zoneOfOffer } from './offer-answers.ts';
import { readClicks, readFollowedTerms } from './offer-traffic.ts';
import { type SeenOffer, seenOffer } from './reading.ts';
import {
  isFresh,
  readStoredTerms,
  type StoredTerms,
  termsAnswer,
  termsSeenBy,
} from './terms-answers.ts';
import type { CheckedTerms } from './terms-checks.ts';
import { previewTerms } from './terms-preview.ts';
import { addTerms } from './terms-rows.ts';
import { tooEarly, weighTerms } from './weigh-terms.ts';

const week = 7 * 86_400_000;

/** What an offer brings and pays, and from when on. */
export function offerTermsRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, idempotent, analyticsFor, mailer, publicUrl } = dependencies;
  const change = createChangeOffer(dependencies);

  /** The clicks of the last seven days. They are read before a transaction begins. */
  const readRecentClicks = ({ row }: SeenOffer, select: Select) =>
    readClicks(select, row, new Date(now().getTime() - week));

  async function answerTo(seen: SeenOffer, select: Select, terms: readonly StoredTerms[]) {
    const { row, reader, membership } = seen;
    const at = now();
    const mayWithdraw = isAllowed(membership, 'offer.terms');
    const fresh = mayWithdraw ? terms.filter((one) => isFresh(one, at)) : [];
    const applying = fresh.filter(({ startsAt }) => startsAt <= at);
    const followed = await readFollowedTerms({ select, pool }, row, applying);
    return terms.map((one) => {
      const canWithdraw = fresh.includes(one) && !followed.has(one.id);
      return termsAnswer(one, reader, { now: at, canWithdraw });
    });
  }

  async function oneTerms(connection: Connection, seen: SeenOffer, select: Select, id: number) {
    const all = await readStoredTerms(connection, seen.row.id);
    const [answer] = await answerTo(
      seen,
      select,
      all.filter((one) => one.id === id),
    );
    if (!answer) throw notFound();
    return answer;
  }

  serve(app, endpoints.listOfferTerms, async ({ access, params, leaving }) => {
    const seen = await seenOffer(pool, access, params.id);
    const { select } = analyticsFor(access.userId, leaving);
    const all = await readStoredTerms(pool, seen.row.id);
    return answerTo(seen, select, termsSeenBy(all, seen.reader));
  });

  serve(app, endpoints.previewOfferTerms, async ({ access, params, body, leaving }) => {
    const seen = await seenOffer(pool, access, params.id);
    requireCapability(seen.membership, 'offer.terms');
    const { select } = analyticsFor(access.userId, leaving);
    const clicks = await readRecentClicks(seen, select);
    const weighed = await weighTerms(pool, seen, { given: body, clicks, now: now() });
    const { all, added, less, lessAtEnd } = weighed;
    const early = tooEarly(seen, weighed, now());
    const warnings = early
      ? [early.message]
      : [
          ...less.map((affid) => `${affid} gets less and is told by mail.`),
          ...lessAtEnd.map((affid) => `${affid} gets less when they end and is told by mail.`),
        ];
    return previewTerms(seen, { all, added }, { pool, select, now: now(), warnings });
  });

  serve(app, endpoints.addOfferTerms, async (call) => {
    const { access, body, leaving, params } = call;
    const seen = await seenOffer(pool, access, params.id);
    requireCapability(seen.membership, 'offer.terms');
    const { select } = analyticsFor(access.userId, leaving);
    const clicks = await readRecentClicks(seen, select);
    return idempotent(call, async (keep) => {
      const { answer, mails } = await change(call, 'offer.terms', async (opened) => {
        const { client, row, record, reader } = opened;
        const weighed = await weighTerms(client, opened, { given: body, clicks, now: now() });
        const { checked, less, lessAtEnd } = weighed;
        const early = tooEarly(opened, weighed, now());
        if (early) throw invalid(early.field, early.message);
        const added = { offer: row.id, by: access.userId, now: now() };
        const { id } = await addTerms(client, checked, added);
        const stored = await oneTerms(client, opened, select, id);
        await keep(client, stored);
        const { startsAt, ends_at: end, affiliate } = checked;
        await record('offer.terms-added', { terms: id, affiliate, ...entryOf(checked) });
        const timezone = zoneOfOffer(row, reader);
        const about = { offer: row, timezone, publicUrl: publicUrl() };
        const letters = await loweredPayoutMails(client, { ...about, affids: less, startsAt });
        if (end !== null) {
          const ended = { ...about, affids: lessAtEnd, startsAt: new Date(end) };
          letters.push(...(await loweredPayoutMails(client, ended)));
        }
        return { answer: stored, mails: letters };
      });
      for (const mail of mails) mailer.post(mail);
      return answer;
    });
  });

  serve(app, endpoints.withdrawOfferTerms, async (call) => {
    const { access, leaving, params } = call;
    const { select } = analyticsFor(access.userId, leaving);
    return change(call, 'offer.terms', async (opened) => {
      const { client, record } = opened;
      const found = await oneTerms(client, opened, select, params.terms_id);
      if (found.state === 'withdrawn') return found;
      if (!found.can_withdraw) {
        throw conflict('These terms apply already. Add later ones to end them.', found);
      }
      await orm(client)
        .update(offerTerms)
        .set({ withdrawnAt: now(), withdrawnBy: access.userId })
        .where(eq(offerTerms.id, found.id));
      await record('offer.terms-withdrawn', { terms: found.id, affiliate: found.affiliate });
      return oneTerms(client, opened, select, found.id);
    });
  });
}

/** What an entry of the audit log tells of terms. */
const entryOf = ({ startsAt, affid: _, affiliate: _affiliate, ...terms }: CheckedTerms) => ({
  ...terms,
  starts_at: startsAt.toISOString(),
});
