import type { StatementDetail, StatementLine } from '#contract/payouts/statement.ts';
import { count, money, none } from '../kit/format.ts';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { kindWords, termsWords } from './payouts-words.ts';

/** What makes up a statement, by offer, goal and terms. */
export function StatementLines({ detail }: { detail: StatementDetail }) {
  const { lines, rest } = detail;
  const { currency } = detail.statement;
  if (lines.length === 0) {
    return <p className="payouts-note">Nothing was earned on these days.</p>;
  }
  return (
    <>
      <DataTable<StatementLine>
        frame={{ name: 'What was earned', className: 'log-frame' }}
        className="log"
        caption="What was earned, by offer"
        isCaptionShown
        rows={lines}
        keyOf={(line) =>
          JSON.stringify([line.kind, line.offer_id, line.goal, line.terms?.id, line.is_on_hold])
        }
        columns={columnsIn(currency)}
      />
      {rest ? (
        <p className="payouts-note">
          {`${count(rest.lines)} more lines are of smaller amounts: together ${money(rest.amount, currency)}, and ${money(rest.on_hold, currency)} on hold.`}
        </p>
      ) : null}
    </>
  );
}

const columnsIn = (currency: string): DataColumn<StatementLine>[] => [
  {
    title: 'Offer',
    isName: true,
    write: ({ offer_id, offer_name }) => offer_name ?? (offer_id === '' ? 'No offer' : offer_id),
  },
  {
    title: 'What',
    write: ({ kind, is_on_hold }) => (is_on_hold ? `${kindWords[kind]} on hold` : kindWords[kind]),
  },
  { title: 'Goal', write: ({ goal }) => (goal === '' ? none : goal) },
  {
    title: 'Terms',
    write: ({ terms }) => (terms === null ? none : `${terms.id}: ${termsWords(terms, currency)}`),
  },
  { title: 'Count', className: 'log-figure', write: (line) => count(line.count) },
  { title: 'Amount', className: 'log-figure', write: ({ amount }) => money(amount, currency) },
];
