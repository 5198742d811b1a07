import { createMarkFinder, type DecimalMark, readAmount } from '#contract/amount-text.ts';
import type { conversionStatuses } from '#contract/conversions/query.ts';
import { maxReconciled, type ReconciledColumn } from '#contract/conversions/reconciliation.ts';
import { statusOfWord } from '#contract/conversions/status-words.ts';
import { twiceIn } from '../platform/csv-head.ts';
import { recordsIn } from '../platform/csv-records.ts';
import { invalid } from '../platform/refusal.ts';
import {
  currenciesOf,
  currencyIn,
  foreignAmong,
  withoutCurrency,
  wordsIn,
} from './network-file-currency.ts';

type Status = (typeof conversionStatuses)[number];
type Columns = { id: string; status: string | null; value: string | null };
type Wanted = { [Column in ReconciledColumn]?: string | null | undefined };

/** One parsed line of a network's file, or the reason it cannot be read. */
export type NetworkLine = {
  line: number;
  key: string;
  status: Status | null;
  /** A decimal as text, so that sums stay exact. */
  value: string | null;
  because: string | null;
};
export type NetworkFile = {
  header: string[];
  columns: Columns;
  decimal: DecimalMark;
  lines: NetworkLine[];
};

/** The column names of networks and shops, without case, blanks and punctuation. The first match is used. */
const names: Record<ReconciledColumn, readonly string[]> = {
  id: 'orderid order ordernumber orderno transactionid txid transaction saleid conversionid clickid subid subid1 id name'.split(
    ' ',
  ),
  status: 'status state conversionstatus orderstatus financialstatus validationstatus'.split(' '),
  value: 'value revenue saleamount amount ordervalue total'.split(' '),
};
const currencyNames = 'currency currencycode currencyiso ordercurrency salecurrency'.split(' ');

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Parses a network's file with one of the common delimiters, the network's own column names, amounts with symbols and
 * separators. Amounts in another currency than the project's are reported as unreadable, because the network's exchange
 * rate is unknown.
 */
export function readNetworkFile(
  csv: string,
  wanted: Wanted,
  currency: string,
  decimal?: DecimalMark,
): NetworkFile {
  const records = recordsIn(csv);
  const header = records[0]?.cells ?? [];
  if (header.length === 0) throw invalid('csv', 'The file has no header line.');
  const twice = twiceIn(header);
  if (twice !== undefined) {
    throw invalid(
      'csv',
      `The file has the column "${twice.slice(0, 60)}" twice: rename one of them.`,
    );
  }
  const columns = columnsIn(header, wanted);
  const at = (name: string | null) => (name === null ? -1 : header.indexOf(name));
  const places = { id: at(columns.id), status: at(columns.status), value: at(columns.value) };
  const headed = currencyIn(columns.value ?? '');
  const currencyPlace = header.findIndex((one) => currencyNames.includes(bare(one)));
  const amounts = records.slice(1).map(({ cells }) => cells[places.value]?.trim() ?? '');
  const mark = markOf(amounts, decimal, currency);
  const lines = records.slice(1).map(({ line, cells }) => {
    const cell = (place: number) => cells[place]?.trim() ?? '';
    const [key, statusText, amount] = [cell(places.id), cell(places.status), cell(places.value)];
    const status = statusOfWord(statusText);
    const value = isMoney(amount) ? readAmount(amount, mark) : null;
    const namedIn = [...wordsIn(amount), headed, cell(currencyPlace)];
    const foreign = amount === '' ? null : foreignAmong(namedIn, currency);
    const because = faultOf({ key, statusText, status, amount, value, foreign, currency });
    return { line, key, status, value: foreign === null ? value : null, because };
  });
  if (lines.length === 0) throw invalid('csv', 'The file has a header line and nothing below it.');
  if (lines.length > maxReconciled) {
    throw invalid('csv', 'The file has more than 5,000 lines. Split it.');
  }
  return { header, columns, decimal: mark, lines };
}

function columnsIn(header: readonly string[], wanted: Wanted): Columns {
  const columnOf = (column: ReconciledColumn): string | null => {
    const named = wanted[column];
    if (named === null) return null;
    if (named === undefined) {
      for (const name of names[column]) {
        const found = header.find(
          (one) => bare(one) === name || bare(withoutCurrency(one)) === name,
        );
        if (found !== undefined) return found;
      }
      return null;
    }
    if (!header.includes(named)) throw invalid('columns', `The file has no column "${named}".`);
    return named;
  };
  const id = columnOf('id') ?? header[0] ?? '';
  return { id, status: columnOf('status'), value: columnOf('value') };
}

/** Whether everything around the digits names a currency, as in `12.50 USD`; `12 pieces` is no amount. */
const isMoney = (text: string): boolean =>
  wordsIn(text).every((word) => currenciesOf(word).length > 0);

/**
 * The requested decimal mark, else the one that the amounts show. It is asked for where they show none, as in `1.234`.
 */
function markOf(amounts: readonly string[], wanted: DecimalMark | undefined, currency: string) {
  if (wanted) return wanted;
  const finder = createMarkFinder();
  for (const amount of amounts) if (isMoney(amount)) finder.add(amount, currency);
  const found = finder.found();
  if ('mark' in found) return found.mark;
  throw invalid(
    'decimal',
    `The amount "${found.unclear.slice(0, 60)}" can be read in two ways: say whether the decimals of this file come after a comma or a dot.`,
  );
}

type Read = {
  key: string;
  statusText: string;
  status: unknown;
  amount: string;
  value: unknown;
  foreign: string | null;
  currency: string;
};

function faultOf({
  key,
  statusText,
  status,
  amount,
  value,
  foreign,
  currency,
}: Read): string | null {
  if (key === '') return 'It has no id.';
  if (statusText !== '' && status === null)
    return `"${statusText.slice(0, 60)}" is no status known here.`;
  if (amount !== '' && value === null) return `"${amount.slice(0, 60)}" is no amount.`;
  return foreign === null ? null : `Its amount is in ${foreign}, not in ${currency}.`;
}
