import type { z } from 'zod';
import type { OfferStatus } from '#contract/offers/fields.ts';
import type { offerStatusChangeSchema } from '#contract/offers/offer.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { addressOf } from '../platform/stored-address.ts';
import type { OfferFacts } from './offer-facts.ts';
import { type OfferRow, statusAt } from './offer-rows.ts';

type Wanted = Pick<z.output<typeof offerStatusChangeSchema>, 'to' | 'without_test'>;
type Facts = Pick<OfferFacts, 'terms' | 'website'>;

type Missing = { what: 'destination' | 'terms' | 'test' | 'end'; sentence: string };

/** What an offer lacks before it can become active. */
export function missingFor(row: OfferRow, { terms, website }: Facts, now: Date): Missing[] {
  const missing: Missing[] = [];
  if (addressOf(row.url) === null && addressOf(website) === null) {
    const sentence = 'Enter a destination, or the website of the project.';
    missing.push({ what: 'destination', sentence });
  }
  const last = now.getTime();
  const hasTerms = terms.get(row.id)?.some(({ endsAt }) => endsAt === null || endsAt > last);
  if (!hasTerms) missing.push({ what: 'terms', sentence: 'Add terms.' });
  if (row.testedAt === null && wasNeverActive(row)) {
    const sentence = 'Test it, or confirm that it starts without a test.';
    missing.push({ what: 'test', sentence });
  }
  if (row.endsAt !== null && row.endsAt <= now) {
    missing.push({ what: 'end', sentence: 'Its end has passed: enter a later one.' });
  }
  return missing;
}

const wasNeverActive = ({ status, archivedFrom }: OfferRow): boolean =>
  (status === 'archived' ? archivedFrom : status) === 'pending';

/** The columns of a change of the status; null where nothing changes. */
export function statusChange(
  row: OfferRow,
  { to, without_test: withoutTest }: Wanted,
  facts: Facts,
  now: Date,
): Partial<OfferRow> | null {
  const status = statusAt(row, now);
  if (to === status) return null;
  requireTransition(status, to, row);
  if (to === 'active') {
    const missing = missingFor(row, facts, now)
      .filter(({ what }) => what !== 'test' || !withoutTest)
      .map(({ sentence }) => sentence);
    if (missing.length > 0) throw new Refusal(400, { to: missing });
  }
  if (to === 'archived') return { status: to, archivedAt: now, archivedFrom: row.status };
  return { status: to, archivedAt: null, archivedFrom: null };
}

function requireTransition(status: OfferStatus, to: Wanted['to'], row: OfferRow): void {
  if (to === 'paused' && status !== 'active' && (status !== 'archived' || wasNeverActive(row))) {
    throw invalid('to', 'Only an active offer can be paused.');
  }
  if (to === 'pending' && (status !== 'archived' || !wasNeverActive(row))) {
    throw invalid('to', 'An offer that was active before does not become pending again.');
  }
}
