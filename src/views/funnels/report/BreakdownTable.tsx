import type { FunnelBreakdown, FunnelReport } from '#contract/funnels/report.ts';
import type { PeopleChoice } from '#model/funnel-dashboard.ts';
import { count, factor, money, percent } from '../../kit/format.ts';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { propertyInSentence, propertyWord } from '../steps/filter-words.ts';
import { Known } from './Known.tsx';
import { moneyReason, reasons } from './words.ts';

type Row = NonNullable<FunnelReport['breakdown']>[number];

/** The figures of each value of the breakdown; the last row is what remains. */
export function BreakdownTable({
  report,
  breakdown,
  onOpen,
  onOnly,
}: {
  report: FunnelReport;
  breakdown: FunnelBreakdown;
  onOpen: (people: PeopleChoice) => void;
  /** Narrows the report to a value. */
  onOnly: (value: string) => void;
}) {
  const name = propertyInSentence(breakdown);
  const first = report.steps[0]?.slug ?? '';
  const rows = report.breakdown ?? [];
  const hasCost = rows.some(({ totals }) => totals.cost !== null);
  return (
    <section className="report-breakdown" aria-label={`By ${name}`}>
      <h3>By {name}</h3>
      <p>
        Under a step: how many of the people at the required step before went on to it.
        {hasCost ? '' : ` No cost is recorded by ${name}, so there is no CPA or ROAS.`}
      </p>
      <PlainTable
        name={`Funnel by ${name}`}
        rowTitle={propertyWord(breakdown)}
        rows={rows}
        keyOf={({ key, is_rest }) => (is_rest ? 'rest' : `value ${key ?? ''}`)}
        write={({ key, label, is_rest }) => {
          if (is_rest) return <span className="quiet">Other</span>;
          if (key === null) return <span className="quiet">Not known</span>;
          return (
            <button type="button" className="report-people" onClick={() => onOnly(key)}>
              {label}
              <span className="only-read">, show only these</span>
            </button>
          );
        }}
        columns={columnsOf(report, hasCost, (value) =>
          onOpen({ step: first, outcome: 'reached', value }),
        )}
        most={25}
        isCards
      />
    </section>
  );
}

function columnsOf(
  report: FunnelReport,
  hasCost: boolean,
  onOpen: (value: string | null) => void,
): PlainColumn<Row>[] {
  const { steps, totals, currency } = report;
  return [
    {
      title: 'Entered',
      write: ({ key, is_rest, totals: { entered } }) =>
        is_rest ? (
          count(entered)
        ) : (
          <button type="button" className="report-people" onClick={() => onOpen(key)}>
            {count(entered)}
            <span className="only-read">, show the people</span>
          </button>
        ),
      value: ranked((row) => row.totals.entered),
      total: count(totals.entered),
    },
    ...steps.slice(1).map(
      ({ slug, name, step_rate }): PlainColumn<Row> => ({
        title: name,
        write: (row) => (
          <Known
            text={percent(row.steps.find((step) => step.slug === slug)?.step_rate)}
            reason={reasons.stepRate}
          />
        ),
        value: ranked((row) => row.steps.find((step) => step.slug === slug)?.step_rate ?? null),
        total: percent(step_rate),
      }),
    ),
    {
      title: 'Converted',
      write: (row) => count(row.totals.converted),
      value: ranked((row) => row.totals.converted),
      total: count(totals.converted),
    },
    {
      title: 'Rate',
      write: (row) => <Known text={percent(row.totals.rate)} reason={reasons.rate} />,
      value: ranked((row) => row.totals.rate),
      total: percent(totals.rate),
    },
    {
      title: `Revenue (${currency})`,
      write: (row) => <Known text={money(row.totals.revenue, currency)} reason={reasons.revenue} />,
      value: ranked((row) => row.totals.revenue),
      total: money(totals.revenue, currency),
    },
    {
      title: `EPC (${currency})`,
      write: (row) => (
        <Known text={money(row.totals.epc, currency)} reason={moneyReason(row.totals, 'rate')} />
      ),
      value: ranked((row) => row.totals.epc),
      total: money(totals.epc, currency),
    },
    ...(hasCost ? costColumns(report) : []),
    ...(totals.excluded > 0 ? [excludedColumn(report)] : []),
  ];
}

const costColumns = ({ totals, currency }: FunnelReport): PlainColumn<Row>[] => [
  {
    title: `Cost (${currency})`,
    write: (row) => <Known text={money(row.totals.cost, currency)} reason={reasons.cost} />,
    value: ranked((row) => row.totals.cost),
    total: money(totals.cost, currency),
  },
  {
    title: `CPA (${currency})`,
    write: (row) => <Known text={money(row.totals.cpa, currency)} reason={reasons.cpa} />,
    value: ranked((row) => row.totals.cpa),
    total: money(totals.cpa, currency),
  },
  {
    title: 'ROAS',
    write: (row) => (
      <Known text={factor(row.totals.roas)} reason={moneyReason(row.totals, 'roas')} />
    ),
    value: ranked((row) => row.totals.roas),
    total: factor(totals.roas),
  },
];

const excludedColumn = ({ totals }: FunnelReport): PlainColumn<Row> => ({
  title: 'Excluded',
  write: (row) => count(row.totals.excluded),
  value: ranked((row) => row.totals.excluded),
  total: count(totals.excluded),
});

/** The rest stays last in every order. */
const ranked = (value: (row: Row) => number | null) => (row: Row) =>
  row.is_rest ? null : value(row);
