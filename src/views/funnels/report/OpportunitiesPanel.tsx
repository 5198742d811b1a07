import type { Opportunities } from '#contract/funnels/report.ts';
import type { OpportunitiesActor } from '#machines/funnels/funnel-dashboard.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count, money, percent } from '../../kit/format.ts';
import { LoaderPanel } from '../../kit/LoaderPanel.tsx';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { propertyInSentence } from '../steps/filter-words.ts';
import { Known } from './Known.tsx';
import { NothingHere } from './NothingHere.tsx';

type Row = Opportunities['steps'][number];

const definition =
  'The revenue of these days if a step reached its benchmark: the rate that you expect, or the one that a quarter of the larger groups exceed. The step that gains most comes first.';

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
      {({ steps, silent }, { currency }) => (
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
              columns={columnsOf(currency)}
              isCards
            />
          ) : null}
        </div>
      )}
    </LoaderPanel>
  );
}

const columnsOf = (currency: string): PlainColumn<Row>[] => [
  {
    title: `Gain (${currency})`,
    write: ({ gain }) => (
      <Known text={money(gain, currency)} reason="there is no benchmark to reach" />
    ),
    value: ({ gain }) => gain,
  },
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
  {
    title: `One point more (${currency})`,
    write: ({ one_point }) => money(one_point, currency),
    value: ({ one_point }) => one_point,
  },
  { title: 'People before it', write: ({ reached_before }) => count(reached_before) },
  {
    title: `Value each (${currency})`,
    write: ({ value_per_person }) => (
      <Known text={money(value_per_person, currency)} reason="nobody reached the step" />
    ),
  },
];
