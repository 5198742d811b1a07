import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useSearch } from 'wouter';
import type { OfferRowsActor, OffersListActor } from '#machines/offers/offers-list.ts';
import { fullestOf } from '#model/offer-caps.ts';
import { type OfferTask, tasksIn } from '#model/offer-list.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count } from '../../kit/format.ts';
import { linkWith } from '../../kit/own-days-links.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { capForecast, capWords } from '../common/cap-words.ts';

const shownAtOnce = 4;

const kinds: Record<OfferTask['kind'], { word: string; tab: string; act: string }> = {
  full: { word: 'Full', tab: 'caps', act: 'See the caps' },
  warning: { word: 'Takes no clicks', tab: '', act: 'See why' },
  terms: { word: 'No terms', tab: 'terms', act: 'Set terms' },
  near: { word: 'Almost full', tab: 'caps', act: 'See the caps' },
  requests: { word: 'Requests', tab: 'access', act: 'Decide' },
};
const meanings = {
  full: 'bad',
  warning: 'bad',
  terms: 'warn',
  near: 'warn',
  requests: null,
} as const;

/** What asks for an act now: full caps, requests that wait, and offers that cannot work. */
export function OfferTasks({ actor, list }: { actor: OffersListActor; list: OfferRowsActor }) {
  const rows = useSelector(list, ({ context }) => context.rows);
  const title = useId();
  const tasks = tasksIn(rows);
  return (
    <section className="panel offer-tasks" aria-labelledby={title}>
      <h2 className="panel-title" id={title}>
        To do now
      </h2>
      {tasks.length === 0 ? (
        <p className="quiet">Nothing. No request waits, no cap is full, and every offer works.</p>
      ) : (
        <>
          <Tasks actor={actor} tasks={tasks.slice(0, shownAtOnce)} />
          {tasks.length > shownAtOnce ? (
            <details>
              <summary className="opening-line">
                {count(tasks.length - shownAtOnce)} more to do
              </summary>
              <Tasks actor={actor} tasks={tasks.slice(shownAtOnce)} />
            </details>
          ) : null}
        </>
      )}
    </section>
  );
}

function Tasks({ actor, tasks }: { actor: OffersListActor; tasks: readonly OfferTask[] }) {
  const search = useSearch();
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  return (
    <ul className="offer-task-list">
      {tasks.map((task) => {
        const { kind, offer } = task;
        const { word, tab, act } = kinds[kind];
        const path = linkWith(offerPaths.detail(offer.id), search);
        return (
          <li key={`${kind} ${offer.id}`} className="offer-task">
            <StateDot look="offer-task-word" meaning={meanings[kind]}>
              {word}
            </StateDot>
            <span className="offer-task-what">
              <strong>{offer.name}</strong> <span className="quiet">{taskWords(task, zone)}</span>
            </span>
            <AppLink
              to={tab === '' ? path : `${path}#${tab}`}
              className="link"
              aria-label={`${act}: ${offer.name}`}
            >
              {act}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}

function taskWords({ kind, offer }: OfferTask, zone: string): string {
  const cap = fullestOf(offer.caps);
  const place = { currency: offer.currency, zone };
  switch (kind) {
    case 'warning':
      return offer.warning ?? '';
    case 'terms':
      return 'has no terms, so the terms of each affiliate pay.';
    case 'requests':
      return offer.requests === 1
        ? '1 affiliate waits for an answer.'
        : `${count(offer.requests)} affiliates wait for an answer.`;
    default:
      return cap === null
        ? ''
        : [capWords(cap, place, 'used'), capForecast(cap, place)].filter(Boolean).join(', ');
  }
}
