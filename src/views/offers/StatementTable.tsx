import { useSearch } from 'wouter';
import type { StatementsActor } from '#machines/offers/offer-payouts.ts';
import { type AmountName, amountNames, type StatementRow } from '#model/offer-payouts.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { money } from '../kit/format.ts';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { PayButton } from './PayButton.tsx';
import { payoutsLink } from './payouts-links.ts';
import { amountWords, statusWords } from './payouts-words.ts';

/** One row for each affiliate with its amounts. */
export function StatementTable({
  list,
  rows,
  mayRecord,
}: {
  list: StatementsActor;
  rows: readonly StatementRow[];
  mayRecord: boolean;
}) {
  const search = useSearch();
  const columns: DataColumn<StatementRow>[] = [
    {
      title: 'Affiliate',
      isName: true,
      write: ({ affiliate, name, affid }) => (
        <>
          <AppLink to={payoutsLink(search, { affiliate })} className="payouts-link">
            {name}
          </AppLink>{' '}
          <span className="log-reason">{affid}</span>
        </>
      ),
    },
    { title: 'Status', write: statusWords },
    ...amountNames.map(amountColumn),
  ];
  const pay: DataColumn<StatementRow> = {
    title: 'Payment',
    write: (row) => (row.due > 0 ? <PayButton actor={list} statement={row} /> : null),
  };
  return (
    <DataTable<StatementRow>
      frame={{ name: 'Amounts of the affiliates', className: 'log-frame' }}
      className="log"
      caption="Payouts by affiliate"
      rows={rows}
      keyOf={({ id }) => id}
      columns={mayRecord ? [...columns, pay] : columns}
    />
  );
}

const amountColumn = (name: AmountName): DataColumn<StatementRow> => ({
  title: amountWords[name],
  className: 'log-figure',
  write: (row) => money(row[name], row.currency),
});
