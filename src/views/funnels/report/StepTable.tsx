import type { FunnelReport, ReportStep } from '#contract/funnels/report.ts';
import type { PeopleChoice } from '#model/funnel-dashboard.ts';
import { count, moment, money, none, percent } from '../../kit/format.ts';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { healthText, isReliable } from '../common/health-words.ts';
import { milliseconds } from '../common/words.ts';
import { Known } from './Known.tsx';
import { bounds, moneyReason, reasons } from './words.ts';

/** The steps as a table: the twin of the bars. */
export function StepTable({
  report,
  onOpen,
}: {
  report: FunnelReport;
  onOpen: (people: PeopleChoice) => void;
}) {
  return (
    <PlainTable
      name="People by step"
      rowTitle="Step"
      rows={report.steps}
      keyOf={({ slug }) => slug}
      write={({ name, optional }) => (optional ? `${name} (optional)` : name)}
      columns={columnsOf(report, onOpen)}
    />
  );
}

function columnsOf(
  report: FunnelReport,
  onOpen: (people: PeopleChoice) => void,
): PlainColumn<ReportStep>[] {
  const { currency, compared, totals } = report;
  const then = ({ slug }: ReportStep) => compared?.steps.find((step) => step.slug === slug);
  const people = (outcome: PeopleChoice['outcome'], text: string, step: string) => (
    <button type="button" className="report-people" onClick={() => onOpen({ step, outcome })}>
      {text}
      <span className="only-read">, show the people</span>
    </button>
  );
  return [
    { title: 'Reached', write: ({ reached, slug }) => people('reached', count(reached), slug) },
    {
      title: 'Of the step before',
      write: ({ step_rate }) => <Known text={percent(step_rate)} reason={reasons.stepRate} />,
    },
    {
      title: 'Within (80 %)',
      write: ({ interval }) => (interval ? bounds(interval) : none),
      quiet: true,
    },
    { title: 'Of all', write: ({ overall_rate }) => percent(overall_rate) },
    {
      title: 'Left',
      write: (step) =>
        step.step_rate === null || !isReliable(step)
          ? none
          : people('dropped', count(step.dropped), step.slug),
    },
    {
      title: 'Median time',
      write: ({ median_ms }) => <Known text={milliseconds(median_ms)} reason={reasons.time} />,
    },
    { title: '90 % within', write: ({ p90_ms }) => milliseconds(p90_ms) },
    {
      title: `Cost each (${currency})`,
      write: ({ cost_per_person }) => (
        <Known text={money(cost_per_person, currency)} reason={reasons.cost} />
      ),
    },
    {
      title: `Value each (${currency})`,
      write: ({ value_per_person }) => (
        <Known text={money(value_per_person, currency)} reason={moneyReason(totals, 'value')} />
      ),
    },
    {
      title: `At stake (${currency})`,
      write: (step) => (
        <Known
          text={money(isReliable(step) ? step.revenue_at_stake : null, currency)}
          reason={moneyReason(totals, 'stake')}
        />
      ),
    },
    ...(compared
      ? [
          {
            title: 'Reached before',
            write: (step: ReportStep) => count(then(step)?.reached),
            quiet: true,
          },
          {
            title: 'Of the step before, then',
            write: (step: ReportStep) => percent(then(step)?.step_rate),
            quiet: true,
          },
        ]
      : []),
    {
      title: 'Last event',
      isText: true,
      write: ({ last_event_at }) =>
        last_event_at === null ? 'none in 90 days' : moment(last_event_at, report.period.timezone),
    },
    {
      title: 'Health',
      isText: true,
      write: ({ health }) => healthText(health, report.period.timezone, report.as_of),
    },
  ];
}
