import type { OpenedOffer } from './changing.ts';
import { readOfferFacts } from './offer-facts.ts';
import { storeOffer } from './offer-rows.ts';
import { statusChange } from './statuses.ts';

type Wanted = Parameters<typeof statusChange>[1] & { reason: string };

/** Changes the status of an offer where its present one allows it. */
export async function changeStatus(
  { client, row, reader, record }: OpenedOffer,
  wanted: Wanted,
  now: Date,
): Promise<OpenedOffer['row']> {
  const facts = await readOfferFacts(client, [row.id], reader);
  const columns = statusChange(row, wanted, facts, now);
  if (columns === null) return row;
  const stored = await storeOffer(client, row, columns, now);
  const { to, reason, without_test: withoutTest } = wanted;
  await record('offer.status-changed', {
    from: row.status,
    to,
    ...(reason === '' ? {} : { reason }),
    ...(withoutTest ? { without_test: true } : {}),
  });
  return stored;
}
