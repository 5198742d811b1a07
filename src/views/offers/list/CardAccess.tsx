import { useSelector } from '@xstate/react';
import { Link2 } from 'lucide-react';
import type { OfferLine } from '#contract/offers/offer.ts';
import type { OfferRowsActor } from '#machines/offers/offers-list.ts';
import { isOpenTo } from '#model/offer-list.ts';
import { Button } from '../../kit/Button.tsx';

type Props = { list: OfferRowsActor; offer: OfferLine };
type Access = OfferLine['access'][number];

/** For each affiliate of the reader: its link, or how it gets one. */
export function CardAccess({ list, offer }: Props) {
  const isAlone = offer.access.length === 1;
  return (
    <ul className="offer-card-access" aria-label="Access">
      {offer.access.map((access) => (
        <li key={access.affiliate}>
          {isAlone ? null : <span className="offer-card-whose">{access.name}</span>}
          <OfferAccess list={list} offer={offer} access={access} isAlone={isAlone} />
        </li>
      ))}
    </ul>
  );
}

function OfferAccess({
  list,
  offer,
  access,
  isAlone,
}: Props & { access: Access; isAlone: boolean }) {
  const isResting = useSelector(list, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const isCopied = useSelector(
    list,
    ({ context: { action, outcome } }) =>
      outcome !== null &&
      outcome.secret === undefined &&
      action?.offer.id === offer.id &&
      action.affiliate === access.affiliate,
  );
  const whose = isAlone ? '' : ` for ${access.name}`;
  if (isOpenTo(access)) {
    if (offer.status !== 'active') {
      return <p className="quiet">Its link leads elsewhere until it is active again.</p>;
    }
    return (
      <>
        <Button
          look={isAlone ? 'primary' : 'plain'}
          aria-label={`Copy link of ${offer.name}${whose}`}
          disabled={!isResting}
          onClick={() =>
            list.send({
              type: 'action.run',
              action: { kind: 'copyLink', offer, affiliate: access.affiliate },
            })
          }
        >
          <Link2 size={16} aria-hidden="true" />
          Copy link
        </Button>
        <span className="quiet" role="status">
          {isCopied ? 'Copied' : ''}
        </span>
      </>
    );
  }
  if (access.status === 'pending') {
    return <p className="quiet">Requested. The manager has not answered yet.</p>;
  }
  if (access.status === 'none') {
    return (
      <Button
        aria-label={`Request access to ${offer.name}${whose}`}
        disabled={!isResting}
        onClick={() =>
          list.send({
            type: 'entry.edit',
            entry: offer,
            draft: { affiliate: access.affiliate, note: '' },
          })
        }
      >
        Request access
      </Button>
    );
  }
  return (
    <p className="offer-card-refused">
      {access.status === 'blocked' ? 'Blocked' : 'Rejected'}
      {access.reason === '' ? '' : `: ${access.reason}`}
    </p>
  );
}
