import { useState } from 'react';
import { useSearch } from 'wouter';
import type {
  Outcome,
  ReconciledRow,
  Reconciliation,
} from '#contract/conversions/reconciliation.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { count, moment, money, none } from '../kit/format.ts';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { Pages } from '../kit/tables/Pages.tsx';
import { PlainTable } from '../kit/tables/PlainTable.tsx';
import { takeFocus } from '../kit/take-focus.ts';
import { outcomesIn, outcomeWords } from './reconcile-words.ts';

const sizes = [50, 100, 500] as const;

/** The lines that differ or failed and what the file leaves out, by result and page by page. */
export function ReconcileLines({ found, last }: { found: Reconciliation; last: string | null }) {
  const search = useSearch();
  const [chosen, setChosen] = useState<Outcome | 'all'>('all');
  const [size, setSize] = useState<(typeof sizes)[number]>(50);
  const [page, setPage] = useState(1);
  const { currency, left_out: leftOut } = found;
  const results = outcomesIn(found.rows);
  const outcome = results.some((one) => one.outcome === chosen) ? chosen : 'all';
  const rows = outcome === 'all' ? found.rows : found.rows.filter((row) => row.outcome === outcome);
  const lastPage = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(page, lastPage);
  const opened = found.rows.find((row) => row.conversion_id === last);
  const storyOf = (id: string) =>
    `/conversions/${encodeURIComponent(id)}${search ? `?${search}` : ''}`;
  return (
    <>
      <div className="reconcile-acts">
        <MenuSelect
          label="Show"
          isLabelled
          value={outcome}
          options={[
            { value: 'all', label: `All ${count(found.rows.length)}` },
            ...results.map(({ outcome: one, lines }) => ({
              value: one,
              label: `${outcomeWords[one]}, ${count(lines)}`,
            })),
          ]}
          onChoose={(one) => {
            setChosen(one);
            setPage(1);
          }}
        />
      </div>
      <PlainTable<ReconciledRow>
        name="Lines that differ"
        rowTitle="Id"
        rows={rows}
        part={{ from: (shown - 1) * size, to: shown * size }}
        keyOf={({ line, conversion_id: id }) => String(line ?? id)}
        write={(row) => (
          <>
            {row.conversion_id === null ? (
              row.key || none
            ) : (
              <AppLink
                to={storyOf(row.conversion_id)}
                {...(row === opened ? { ref: takeFocus } : {})}
              >
                {row.key}
              </AppLink>
            )}
            <span className="desk-note">{placeOf(row, leftOut?.timezone ?? 'UTC')}</span>
          </>
        )}
        columns={[
          {
            title: 'What',
            isText: true,
            write: ({ outcome: one, because }) => because ?? outcomeWords[one],
          },
          {
            title: 'Their status',
            isText: true,
            write: ({ their_status: status }) => status ?? none,
          },
          {
            title: 'Our status',
            isText: true,
            write: ({ our_status: status }) => status ?? none,
          },
          {
            title: 'Their value',
            write: ({ their_value: value }) => money(value, currency),
            value: ({ their_value: value }) => value,
          },
          {
            title: 'Our value',
            write: ({ our_value: value }) => money(value, currency),
            value: ({ our_value: value }) => value,
          },
        ]}
      />
      <Pages
        rows={rows.length}
        page={shown}
        size={size}
        sizes={sizes}
        onPage={setPage}
        onSize={(one) => {
          setSize(one);
          setPage(1);
        }}
      />
    </>
  );
}

/** The line of the file; of a conversion that it leaves out, when it happened and whose it is. */
function placeOf({ line, event_time: at, affid }: ReconciledRow, zone: string): string {
  if (line !== null) return `Line ${line}`;
  return [at === null ? null : moment(at, zone), affid].filter((one) => one !== null).join(', ');
}
