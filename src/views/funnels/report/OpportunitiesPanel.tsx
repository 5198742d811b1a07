import type { Opportunities } from '#contract/funnels/report.ts';
import type { OpportunitiesActor } from '#machines/funnels/funnel-dashboard.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count, decimal, money, percent } from '../../kit/format.ts';
import { LoaderPanel } from '../../kit/LoaderPanel.tsx';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { propertyInSentence } from '../steps/filter-words.ts';
import { Known } from './Known.tsx';
import { NothingHere } from './NothingHere.tsx';
import { reasons } from './words.ts';

type Row = Opportunities['steps'][number];

const definition =
  'What these days would gain if a step reached its benchmark: the rate that you expect, or the one that a quarter of the larger groups exceed. The gain is revenue; where no step takes the conversion, it is people who get to the last step. The step that gains most comes first.';

/** Which step gains most. */
export function OpportunitiesPanel({
  actor,
  selection,
}: {
  actor: OpportunitiesActor;
  selection: SelectionActor;
}) {
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="What to improve"
      definition={definition}
      room={240}
      skeleton={<TableSkeleton rows={4} columns={6} />}
      quiet={<NothingHere />}
    >
      {({ is_paid, steps, silent }, { currency }) => (
        <div>
          {silent.length > 0 ? (
            <p className="report-silent">
              Left out, because their events do not arrive:{' '}
              {silent.map(({ name }) => name).join(', ')}.{' '}
              <AppLink to="/pixels">Check the pixel</AppLink>
            </p>
          ) : null}
          {steps.length > 0 ? (
            <PlainTable
              name="Steps by what they gain"
              rowTitle="Step"
              rows={steps}
              keyOf={({ slug }) => slug}
              write={({ name }) => name}
              columns={columnsOf(is_paid ? moneyColumns(currency) : peopleColumns)}
              isCards
            />
          ) : null}
        </div>
      )}
    </LoaderPanel>
  );
}

type GainColumns = { gain: PlainColumn<Row>; onePoint: PlainColumn<Row>; more: PlainColumn<Row>[] };

const noGain = 'there is no benchmark to reach, or nobody reached the step';

const moneyColumns = (currency: string): GainColumns => ({
  gain: {
    title: `Gain (${currency})`,
    write: ({ gain }) => <Known text={money(gain, currency)} reason={noGain} />,
    value: ({ gain }) => gain,
  },
  onePoint: {
    title: `One point more (${currency})`,
    write: ({ one_point }) => <Known text={money(one_point, currency)} reason={reasons.value} />,
    value: ({ one_point }) => one_point,
  },
  more: [
    {
      title: `Value each (${currency})`,
      write: ({ value_per_person }) => (
        <Known text={money(value_per_person, currency)} reason={reasons.value} />
      ),
    },
  ],
});

const peopleColumns: GainColumns = {
  gain: {
    title: 'Gain (people)',
    write: ({ gain_converted }) => <Known text={decimal(gain_converted)} reason={noGain} />,
    value: ({ gain_converted }) => gain_converted,
  },
  onePoint: {
    title: 'One point more (people)',
    write: ({ one_point_converted }) => (
      <Known text={decimal(one_point_converted)} reason={reasons.value} />
    ),
    value: ({ one_point_converted }) => one_point_converted,
  },
  more: [],
};

const columnsOf = ({ gain, onePoint, more }: GainColumns): PlainColumn<Row>[] => [
  gain,
  { title: 'Rate now', write: ({ rate }) => percent(rate), value: ({ rate }) => rate },
  {
    title: 'Benchmark',
    write: ({ benchmark }) => (
      <Known text={percent(benchmark)} reason="nothing is expected, and no group has 200 entries" />
    ),
    value: ({ benchmark }) => benchmark,
  },
  {
    title: 'Benchmark source',
    isText: true,
    write: ({ benchmark_from, breakdown }) =>
      benchmark_from === 'expected'
        ? 'what you expect'
        : breakdown
          ? `the better groups by ${propertyInSentence(breakdown)}`
          : '–',
  },
  onePoint,
  { title: 'People before it', write: ({ reached_before }) => count(reached_before) },
  ...more,
];
