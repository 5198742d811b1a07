import type { TimeActor } from '#machines/funnels/funnel-dashboard.ts';
import { ChartPanel } from '../../kit/charts/ChartPanel.tsx';
import { count, percent } from '../../kit/format.ts';
import { MenuSelect } from '../../kit/MenuSelect.tsx';
import { PlainTable } from '../../kit/tables/PlainTable.tsx';
import { milliseconds } from '../common/words.ts';
import { NothingHere } from './NothingHere.tsx';
import type { ReportPanelProps } from './report-panel.ts';
import { binName, TimeChart } from './TimeChart.tsx';

const definition =
  'How long people took from one step to another, of those who reached both. Half of them needed at most the median.';
const height = 320;

/** How long people took between two steps. */
export function TimePanel({ screen, actor, selection, view, steps }: ReportPanelProps<TimeActor>) {
  const required = steps.filter(({ optional }) => !optional);
  const from = view.fromStep ?? required[0]?.slug ?? '';
  const to = view.toStep ?? required.at(-1)?.slug ?? '';
  const options = required.map(({ slug, name }) => ({ value: slug, label: name }));
  const place = (slug: string) => required.findIndex((step) => step.slug === slug);
  const choose = (fromStep: string, toStep: string) =>
    screen.send({ type: 'view.change', change: { fromStep, toStep } });
  return (
    <ChartPanel
      actor={actor}
      selection={selection}
      title="Time between steps"
      definition={definition}
      tools={
        <>
          <MenuSelect
            label="From"
            isLabelled
            value={from}
            options={options.slice(0, -1)}
            onChoose={(slug) =>
              choose(slug, place(to) > place(slug) ? to : (required[place(slug) + 1]?.slug ?? to))
            }
          />
          <MenuSelect
            label="To"
            isLabelled
            value={to}
            options={options.slice(place(from) + 1)}
            onChoose={(slug) => choose(from, slug)}
          />
        </>
      }
      width={800}
      height={height}
      foot={32}
      quiet={<NothingHere />}
    >
      {(times, _freshness, { asTable, width }) => (
        <>
          <p className="time-lead">
            {count(times.people)} people, half within{' '}
            <strong>{milliseconds(times.median_ms)}</strong>, 90 % within{' '}
            <strong>{milliseconds(times.p90_ms)}</strong>
          </p>
          {asTable ? (
            <PlainTable
              name="Time between steps"
              rowTitle="Time"
              rows={times.bins}
              keyOf={({ from_ms }) => String(from_ms)}
              write={binName}
              columns={[
                {
                  title: 'People',
                  write: ({ people }) => count(people),
                  total: count(times.people),
                },
                {
                  title: 'Share',
                  write: ({ people }) => percent(people / Math.max(times.people, 1)),
                },
              ]}
              height={height}
            />
          ) : (
            <TimeChart times={times} width={width} height={height} />
          )}
        </>
      )}
    </ChartPanel>
  );
}
