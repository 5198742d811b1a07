import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { FigureRow } from '#contract/analytics/figure-rows.ts';
import type { FigureListActor, FigureRowsActor } from '#machines/dashboard/figure-rows.ts';
import type { FigurePage, PlacedRow } from '#model/figure-rows.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { bidiIsolated } from '../kit/bidi-isolated.ts';
import { count, moment, none, percent } from '../kit/format.ts';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import {
  addedAmount,
  conversionPathOf,
  figureTextOf,
  nameOf,
  reasons,
  unknownCost,
} from './figure-words.ts';
import { rowsIn } from './table/sums.ts';

/** The rows that add up to a figure, or the figures it consists of, followed by the excluded rows. */
export function FigureList({
  actor,
  list,
  page,
}: {
  actor: FigureRowsActor;
  list: FigureListActor;
  page: FigurePage;
}) {
  const { found } = page;
  const figure = useSelector(actor, ({ context }) => context.trail.at(-1));
  const unknown = unknownCost(found);
  return (
    <>
      {unknown ? <p className="figure-rows-none">{unknown}</p> : null}
      {found.parts.length > 0 ? (
        <section aria-labelledby="figure-parts">
          <h3 className="figure-rows-part" id="figure-parts">
            Made of
          </h3>
          <ul className="figure-parts">
            {found.parts.map((part) => (
              <li key={part.name}>
                <button
                  type="button"
                  className="figure-part"
                  onClick={() =>
                    actor.send({
                      type: 'part.open',
                      figure: { cell: [], ...figure, name: part.name },
                    })
                  }
                >
                  <span>{part.title}</span> <span>{figureTextOf(part, page)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {found.adds === 'parts' ? null : <Rows list={list} page={page} />}
      {found.excluded.length > 0 ? <LeftOutRows page={page} /> : null}
    </>
  );
}

function Rows({ list, page: { found, currency } }: { list: FigureListActor; page: FigurePage }) {
  const rows = useSelector(list, ({ context }) => context.rows);
  const reading = useSelector(list, (snapshot) => snapshot.matches({ ready: 'extending' }));
  const more = useSelector(list, ({ context }) => context.next !== null);
  const problem = useSelector(list, ({ context }) => context.problem);
  const { figure, window, sum, total_rows: total } = found;
  if (total === 0) return <p className="figure-rows-none">No row contributes to it.</p>;
  return (
    <section aria-labelledby="figure-rows-list">
      <h3 className="figure-rows-part" id="figure-rows-list">
        {found.adds === 'people' ? 'Who is counted' : 'What adds up to it'}
      </h3>
      <p className="figure-rows-sum">
        {rowsIn(total)}, together{' '}
        <strong>{sum === null ? none : addedAmount(sum, figure.unit, currency)}</strong>
      </p>
      <DataTable<PlacedRow>
        frame={{ name: 'Rows', className: 'figure-rows-frame' }}
        className="plain-table"
        caption={`Rows of ${figure.title}`}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Row',
            isName: true,
            write: ({ row }) => (
              <>
                <RowName row={row} />
                <span className="figure-row-note">{moment(row.time, window.timezone)}</span>
                <span className="figure-row-note">{sourceOf(row)}</span>
              </>
            ),
          },
          {
            title: 'Adds',
            write: ({ row }) => (
              <>
                {addedAmount(row.amount, figure.unit, currency)}
                {Number(row.credit) === 1 ? null : (
                  <span className="figure-row-note">{percent(Number(row.credit))} of it</span>
                )}
              </>
            ),
          },
        ]}
      />
      {problem ? (
        <p className="figure-rows-trouble" role="alert">
          {problem.message}{' '}
          <Button size="small" onClick={() => list.send({ type: 'retry' })}>
            Retry
          </Button>
        </p>
      ) : more ? (
        <p className="figure-rows-more">
          {count(rows.length)} of {rowsIn(total)}
          <Button
            size="small"
            disabled={reading}
            focusableWhenDisabled
            onClick={() => list.send({ type: 'page.next' })}
          >
            Show more
          </Button>
        </p>
      ) : null}
    </section>
  );
}

function RowName({ row }: { row: FigureRow }) {
  const search = useSearch();
  const story = conversionPathOf(row);
  const name = nameOf(row);
  return story ? (
    <AppLink to={`${story}${search ? `?${search}` : ''}`}>{name}</AppLink>
  ) : (
    <span>{name}</span>
  );
}

const sourceOf = ({ affiliate_name: affiliate, campaign_label: campaign, country }: FigureRow) =>
  [affiliate, campaign, country === 'ZZ' ? null : country]
    .filter((part) => part !== null && part !== '')
    .map((part) => bidiIsolated(String(part)))
    .join(' · ') || none;

function LeftOutRows({ page: { found, currency } }: { page: FigurePage }) {
  const value: DataColumn<Excluded> = {
    title: 'Value',
    write: (row) => (row.value === null ? none : addedAmount(row.value, 'currency', currency)),
  };
  return (
    <section aria-labelledby="figure-left-out">
      <h3 className="figure-rows-part" id="figure-left-out">
        Left out
      </h3>
      <DataTable<Excluded>
        className="plain-table"
        caption="Left out, by reason"
        rows={found.excluded}
        keyOf={({ reason }) => reason}
        columns={[
          { title: 'Why', isName: true, write: ({ reason }) => reasons[reason] },
          { title: 'Rows', write: ({ rows }) => count(rows) },
          ...(found.figure.unit === 'currency' ? [value] : []),
        ]}
      />
    </section>
  );
}

type Excluded = FigurePage['found']['excluded'][number];
