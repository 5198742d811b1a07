import { useSelector } from '@xstate/react';
import { type MouseEvent, Suspense, useDeferredValue } from 'react';
import type { ExportedReport } from '#contract/analytics/export.ts';
import type { ExportActor } from '#machines/app/export.ts';
import { exportedColumns } from '#machines/app/export-columns.ts';
import type { DashboardActor } from '#machines/dashboard/dashboard.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Question, StatesQuestion, TableQuestion } from '#model/query.ts';
import { definitions } from '../kit/definitions.ts';
import { ExportItems } from '../kit/ExportItems.tsx';
import { ExportNotice } from '../kit/ExportNotice.tsx';
import { figureOfElement } from '../kit/figure-attributes.ts';
import { lazyPart } from '../kit/lazy.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { BreakdownPanel } from './BreakdownPanel.tsx';
import { CountriesPanel } from './CountriesPanel.tsx';
import { FunnelPanel } from './FunnelPanel.tsx';
import { GraphPanel } from './GraphPanel.tsx';
import { LazyFigureRows } from './LazyFigureRows.tsx';
import { MonthsPanel } from './MonthsPanel.tsx';
import { PaymentsPanel } from './PaymentsPanel.tsx';
import { RegionsPanel } from './RegionsPanel.tsx';
import { RevenuePanel } from './RevenuePanel.tsx';
import { Totals } from './Totals.tsx';
import { WeekdayHours } from './WeekdayHours.tsx';

/** Only a project without events needs it. */
const FirstRun = lazyPart(async () => (await import('./FirstRun.tsx')).FirstRun, Unavailable);

type Props = {
  actor: DashboardActor;
  selection: SelectionActor;
  exporter?: ExportActor | undefined;
};

/** The reports of the selection, and the running export. */
export function DashboardScreen({ actor, selection, exporter }: Props) {
  return (
    <>
      <Figures actor={actor} selection={selection} exporter={exporter} />
      {exporter ? <ExportNotice actor={exporter} /> : null}
    </>
  );
}

/** Totals, graph and breakdowns. The panels in view are rendered first, because the others would delay them. */
function Figures({ actor, selection, exporter }: Props) {
  const totals = useSelector(actor, ({ children }) => children.totals);
  const clicks = useSelector(actor, ({ children }) => children.clicks);
  const graph = useSelector(actor, ({ children }) => children.graph);
  const notes = useSelector(actor, ({ children }) => children.annotations);
  const breakdown = useSelector(actor, ({ children }) => children.breakdown);
  const countries = useSelector(actor, ({ children }) => children.countries);
  const states = useSelector(actor, ({ children }) => children.states);
  const weekdayHours = useSelector(actor, ({ children }) => children.weekdayHours);
  const revenue = useSelector(actor, ({ children }) => children.revenue);
  const months = useSelector(actor, ({ children }) => children.months);
  const funnel = useSelector(actor, ({ children }) => children.funnel);
  const payments = useSelector(actor, ({ children }) => children.payments);
  const allPayments = useSelector(actor, ({ children }) => children.allPayments);
  const known = useSelector(actor, ({ context }) => context.definitions);
  const seesAll = useSelector(selection, ({ context }) => context.member.is_debug);
  const tableRows = useSelector(breakdown, (snapshot) => snapshot?.children.rows);
  const weekRows = useSelector(weekdayHours, (snapshot) => snapshot?.children.rows);
  const stateRows = useSelector(states, (snapshot) => snapshot?.children.rows);

  const menuOf = <Data, Asked extends Question | TableQuestion | StatesQuestion>(
    source: LoaderActor<Data, Asked> | undefined,
    title: string,
    report: ExportedReport,
    columns?: () => string[],
  ) =>
    exporter && source ? (
      <ExportItems
        actor={exporter}
        source={source}
        title={title}
        report={report}
        {...(columns ? { columns } : {})}
      />
    ) : null;

  const filling = useSelector(actor, ({ children }) => children.demoBackfill);
  const arrivals = useSelector(actor, ({ children }) => children.firstEvent);
  const isSilent = useSelector(actor, (snapshot) => snapshot.matches('waitingForEvents'));
  const hasFirst = useDeferredValue(true, false);
  const opener = useSelector(actor, ({ children }) => children.figureRows);
  const openFigure = ({ target }: MouseEvent) => {
    const figure = target instanceof Element ? figureOfElement(target) : null;
    if (figure) opener?.send({ type: 'figure.open', figure });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: figures are buttons and cells, all heard in one place
    // biome-ignore lint/a11y/useKeyWithClickEvents: buttons and cells make clicks of their keys
    <div className="dashboard" onClick={openFigure}>
      <h1 className="only-read">Dashboard</h1>
      {isSilent && arrivals ? (
        <Suspense fallback={<section className="panel first-run" aria-busy="true" />}>
          <FirstRun actor={arrivals} selection={selection} />
        </Suspense>
      ) : null}
      {totals && clicks ? (
        <Totals
          totals={totals}
          clicks={clicks}
          filling={filling}
          known={known}
          selection={selection}
          menu={menuOf(totals, 'Totals', 'totals')}
        />
      ) : null}
      {graph ? (
        <GraphPanel
          actor={graph}
          selection={selection}
          notes={notes}
          menu={menuOf(graph, 'Over time', 'rc-chart-data')}
        />
      ) : null}
      {breakdown ? (
        <BreakdownPanel
          actor={breakdown}
          selection={selection}
          menu={menuOf(tableRows, 'Breakdown', 'rc-table-data', () =>
            exportedColumns(breakdown.getSnapshot().context.columns),
          )}
        />
      ) : null}
      {hasFirst ? (
        <>
          <div className="panel-pair" hidden={isSilent}>
            {countries && states ? (
              <CountriesPanel
                actor={countries}
                states={states}
                selection={selection}
                menu={menuOf(countries, 'Countries', 'country-breakdown')}
              />
            ) : null}
            {states ? (
              <RegionsPanel
                actor={states}
                selection={selection}
                menu={menuOf(stateRows, 'States', 'states-breakdown')}
              />
            ) : null}
          </div>
          <div className="panel-pair" hidden={isSilent}>
            {revenue ? (
              <RevenuePanel
                actor={revenue}
                selection={selection}
                menu={menuOf(revenue, 'Revenue in range', 'revenue-date-range')}
              />
            ) : null}
            {months ? (
              <MonthsPanel
                actor={months}
                selection={selection}
                menu={menuOf(months, 'Last 13 months', 'revenue-last-year')}
              />
            ) : null}
          </div>
          {weekdayHours ? (
            <WeekdayHours
              actor={weekdayHours}
              selection={selection}
              menu={menuOf(weekRows, 'Hours of the week', 'weekday-hours')}
            />
          ) : null}
          {funnel ? (
            <FunnelPanel
              actor={funnel}
              selection={selection}
              menu={menuOf(funnel, 'Funnel', 'funnel-analysis-data')}
            />
          ) : null}
          {payments ? (
            <PaymentsPanel
              actor={payments}
              selection={selection}
              menu={menuOf(payments, 'Payments', 'rc-payment-data')}
              title="Payments"
              definition={definitions.payments}
            />
          ) : null}
          {allPayments && seesAll ? (
            <PaymentsPanel
              actor={allPayments}
              selection={selection}
              menu={menuOf(allPayments, 'Payments of all affiliates', 'all-rc-payment-data')}
              title="Payments of all affiliates"
              isOfAll
              definition={definitions.allPayments}
            />
          ) : null}
        </>
      ) : null}
      {opener ? <LazyFigureRows actor={opener} exporter={exporter} /> : null}
    </div>
  );
}
