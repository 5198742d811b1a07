import { useSelector } from '@xstate/react';
import { FilterX } from 'lucide-react';
import type { HourlyRow } from '#contract/analytics/report.ts';
import { sumOf } from '#contract/analytics/table-figures.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { ExportActor } from '#machines/app/export.ts';
import type { ConversionsActor } from '#machines/conversions/conversions.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import { Button } from '../kit/Button.tsx';
import { EarningChip } from '../kit/EarningChip.tsx';
import { ExportItems } from '../kit/ExportItems.tsx';
import { bucketInText, count, money } from '../kit/format.ts';
import { LoaderPanel } from '../kit/LoaderPanel.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

const definition =
  'What server and browser reported for each affiliate, by hour for one day and by day for more. Buyers count once in every row, so users do not add up.';

/** The hours or days of each affiliate, with both sides. */
export function Summary({
  screen,
  actor,
  selection,
  exporter,
}: {
  screen: ConversionsActor;
  actor: LoaderActor<HourlyRow[], SummaryQuestion>;
  selection: SelectionActor;
  exporter: ExportActor | undefined;
}) {
  const isEarning = useSelector(screen, ({ context }) => context.isEarning);
  const affiliates = useSelector(selection, ({ context }) => context.affiliates);
  const names = new Map(affiliates.map(({ aff_id, name }) => [aff_id, name]));
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="Summary"
      definition={definition}
      menu={
        <ExportItems actor={exporter} source={actor} title="Summary" report="conversion-summary" />
      }
      above={
        <div className="summary-filters">
          <EarningChip
            isEarning={isEarning}
            onSet={(on) => screen.send({ type: 'earning.set', on })}
          />
        </div>
      }
      room={520}
      skeleton={<TableSkeleton rows={12} columns={9} />}
    >
      {(rows, { granularity, currency }) =>
        rows.length === 0 ? (
          <div className="blank">
            <FilterX size={24} aria-hidden="true" />
            <p className="blank-title">No server revenue in these days</p>
            <p>Rows without a sale, or with browser reports only, are hidden.</p>
            <Button onClick={() => screen.send({ type: 'earning.set', on: false })}>
              Show all rows
            </Button>
          </div>
        ) : (
          <PlainTable
            name="Summary by time and affiliate"
            rowTitle={granularity === 'hour' ? 'Hour' : 'Day'}
            rows={rows.toReversed()}
            keyOf={({ hour, affid }) => `${hour} ${affid}`}
            write={({ hour }) => startOf(hour, granularity === 'hour')}
            columns={columnsOf(rows, currency, (affid) => names.get(affid) ?? affid)}
            groups={groups}
            isCards
            most={100}
          />
        )
      }
    </LoaderPanel>
  );
}

const startOf = (hour: string, isHour: boolean): string =>
  isHour ? bucketInText(Number(hour.slice(11, 13))) : bucketInText(hour.slice(0, 10));

type Amount = 'server_revenue' | 'server_purchases' | 'browser_revenue' | 'browser_purchases';

const groups = [
  { title: '', span: 2 },
  { title: 'Server', span: 5 },
  { title: 'Browser', span: 5 },
] as const;

function columnsOf(
  rows: readonly HourlyRow[],
  currency: string,
  nameOf: (affid: string) => string,
): PlainColumn<HourlyRow>[] {
  const sum = (key: Amount) =>
    sumOf(
      rows.map((row) => row[key] ?? 0),
      moneyPlaces(currency),
    );
  const totals = {
    server_revenue: sum('server_revenue'),
    server_purchases: sum('server_purchases'),
    browser_revenue: sum('browser_revenue'),
    browser_purchases: sum('browser_purchases'),
  };
  const column = (
    title: string,
    shortTitle: string,
    key: Exclude<keyof HourlyRow, 'hour' | 'affid'>,
    write: (value: number | null, currency: string) => string,
  ): PlainColumn<HourlyRow> => ({
    title,
    shortTitle,
    write: (row) => write(row[key] ?? null, currency),
    value: (row) => row[key] ?? null,
    total: key in totals ? write(totals[key as Amount], currency) : '',
  });
  return [
    {
      title: 'Affiliate',
      write: ({ affid }) => (affid === '' ? 'No affiliate' : nameOf(affid)),
      isText: true,
      total: '',
    },
    column('Server revenue', 'Revenue', 'server_revenue', money),
    column('Server AOV', 'AOV', 'server_aov', money),
    column('Server purchases', 'Purchases', 'server_purchases', count),
    column('Server revenue per buyer', 'Per buyer', 'server_per_user', money),
    column('Server buyers', 'Buyers', 'server_users', count),
    column('Browser purchases', 'Purchases', 'browser_purchases', count),
    column('Browser AOV', 'AOV', 'browser_aov', money),
    column('Browser revenue', 'Revenue', 'browser_revenue', money),
    column('Browser revenue per buyer', 'Per buyer', 'browser_per', money),
    column('Browser buyers', 'Buyers', 'browser_users', count),
  ];
}
