import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { OfferChangesActor } from '#machines/offers/offer-changes.ts';
import type { OfferRowsActor, OffersListActor } from '#machines/offers/offers-list.ts';
import type { ChangedOffer } from '#model/offer-changes.ts';
import { Button } from '../../kit/Button.tsx';
import { count } from '../../kit/format.ts';
import { pauseWords } from './change-words.ts';

const mostAtOnce = 100;

/** What can be done with the chosen offers; hidden while none is chosen. */
export function ChosenOffers({ actor, list }: { actor: OffersListActor; list: OfferRowsActor }) {
  const chosen = useSelector(actor, ({ context }) => context.chosen);
  const rows = useSelector(list, ({ context }) => context.rows);
  const changes = useSelector(actor, ({ children }) => children.changes);
  const offers = rows.filter(({ id }) => chosen.includes(id));
  if (!changes || offers.length === 0) return null;
  return <Acts actor={actor} changes={changes} offers={offers} />;
}

function Acts({
  actor,
  changes,
  offers,
}: {
  actor: OffersListActor;
  changes: OfferChangesActor;
  offers: readonly ChangedOffer[];
}) {
  const project = useSelector(actor, ({ context }) => context.query.project);
  const busy = useSelector(changes, (snapshot) => snapshot.hasTag('busy'));
  const [tag, setTag] = useState('');
  const chosenNone = () =>
    actor.send({ type: 'offers.choose', ids: offers.map(({ id }) => id), isChosen: false });
  const become = (to: 'active' | 'paused' | 'archived') => {
    changes.send({ type: 'change.make', change: { kind: 'status', to, project, offers } });
    chosenNone();
  };
  const name = tag.trim();
  const tagWith = (kind: 'add_tag' | 'remove_tag') => {
    changes.send({ type: 'change.make', change: { kind, tag: name, project, offers } });
    setTag('');
    chosenNone();
  };
  const isTooMany = offers.length > mostAtOnce;
  const isIdle = !busy && !isTooMany;
  const all = offers.length === 1 ? '1 offer' : `${count(offers.length)} offers`;
  return (
    <section
      className="decision"
      aria-label="Chosen offers"
      aria-busy={busy}
      onKeyDown={({ key }) => key === 'Escape' && chosenNone()}
    >
      <div className="decision-line">
        <div className="decision-chosen">
          <p role="status">
            {isTooMany ? `${all} chosen. Choose at most ${mostAtOnce}.` : `${all} chosen`}
          </p>
          <Button look="quiet" onClick={chosenNone}>
            Choose none
          </Button>
        </div>
        <form
          className="offer-tagging"
          onSubmit={(event) => {
            event.preventDefault();
            if (isIdle && name !== '') tagWith('add_tag');
          }}
        >
          <input
            className="input"
            aria-label="Tag"
            placeholder="Tag"
            autoComplete="off"
            maxLength={40}
            value={tag}
            onChange={({ target }) => setTag(target.value)}
          />
          <Button type="submit" disabled={!isIdle || name === ''}>
            Add tag
          </Button>
          <Button disabled={!isIdle || name === ''} onClick={() => tagWith('remove_tag')}>
            Remove tag
          </Button>
        </form>
        <div className="decision-acts">
          <Button disabled={!isIdle} title={pauseWords} onClick={() => become('paused')}>
            Pause
          </Button>
          <Button disabled={!isIdle} onClick={() => become('active')}>
            Activate
          </Button>
          <Button disabled={!isIdle} onClick={() => become('archived')}>
            Archive
          </Button>
        </div>
      </div>
    </section>
  );
}
