import type { OfferLine } from '#contract/offers/offer.ts';
import { isOpenTo, runStateOf } from '#model/offer-list.ts';

/** What an affiliate does that may run no offer yet. */
export function FirstAccess({ offers }: { offers: readonly OfferLine[] }) {
  if (offers.some(({ access }) => access.some(isOpenTo))) return null;
  const states = new Set(offers.map(runStateOf));
  return (
    <p className="offer-first" role="note">
      <strong>You cannot run an offer yet.</strong>{' '}
      {states.has('available')
        ? 'Request access to one below. Once the manager approves it, your link is here.'
        : states.has('waiting')
          ? 'The manager has not answered yet. Once one is approved, your link is here.'
          : 'Ask the manager of the project which you may run.'}
    </p>
  );
}
