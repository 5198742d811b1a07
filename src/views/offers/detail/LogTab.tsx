import { useSelector } from '@xstate/react';
import type { OfferLogActor } from '#machines/offers/offer-parts.ts';
import type { LogRow } from '#model/offer-detail.ts';
import { Failed } from '../../kit/Failed.tsx';
import { moment } from '../../kit/format.ts';
import { listScene } from '../../kit/list-scene.ts';
import { MoreRows } from '../../kit/MoreRows.tsx';
import { RefreshButton } from '../../kit/RefreshButton.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import type { TabProps } from './tab-props.ts';
import { capitalized } from './words.ts';

/** What was done with the offer, latest first. */
export function LogTab({ screen, actor }: TabProps<OfferLogActor>) {
  const zone = useSelector(screen, ({ context }) => context.query.timezone);
  const scene = useSelector(actor, listScene);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { rows, problem } = useSelector(actor, ({ context }) => context);
  return (
    <section className="panel" aria-labelledby="offer-log" aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id="offer-log">
          Log
        </h2>
        <div className="panel-tools">
          <RefreshButton actor={actor} label="Refresh log" />
        </div>
      </header>
      {scene === 'failed' && problem ? (
        <Failed problem={problem} name="log" onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
      {scene === 'waiting' ? <TableSkeleton rows={6} columns={3} /> : null}
      {scene === 'empty' ? (
        <p className="offer-text offer-quiet">Nothing was done with this offer yet.</p>
      ) : null}
      {scene === 'ready' ? (
        <>
          <ol className="offer-log" aria-label="Log">
            {rows.map((row) => (
              <LogItem key={row.id} row={row} zone={zone} />
            ))}
          </ol>
          <MoreRows
            actor={actor}
            nextPage={{ hint: 'Entries above are kept.', retry: 'Retry the next entries' }}
            refresh={{ hint: 'The log may be outdated.', retry: 'Retry log' }}
          />
        </>
      ) : null}
    </section>
  );
}

function LogItem({ row: { at, by, what, details }, zone }: { row: LogRow; zone: string }) {
  const facts = Object.entries(details).filter(([name]) => name !== 'offer');
  return (
    <li>
      <p>{what}</p>
      <p className="offer-quiet">
        <time dateTime={at}>{moment(at, zone)}</time>
        {by === null ? '' : ` by ${by}`}
      </p>
      {facts.length > 0 ? (
        <details>
          <summary>Details</summary>
          <dl className="offer-details">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{capitalized(name.replaceAll(/[._]/g, ' '))}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </li>
  );
}
