import { Toggle } from '@base-ui/react/toggle';
import { useParentSize } from '@visx/responsive';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import type { Question } from '#contract/query.ts';
import type { GraphPoint } from '#contract/report.ts';
import type { LoaderActor } from '#machines/loader.ts';
import type { SelectionActor } from '#machines/selection.ts';
import { Graph } from '../charts/Graph.tsx';
import { GraphSkeleton } from '../charts/GraphSkeleton.tsx';
import { GraphTable } from '../charts/GraphTable.tsx';
import { Legend } from '../charts/Legend.tsx';
import { type SeriesName, series } from '../charts/series.ts';
import { definitions } from '../parts/definitions.ts';
import { span } from '../parts/format.ts';
import { LoaderPanel } from '../parts/LoaderPanel.tsx';

export const graphHeight = 400;

/** The graph, or its twin in rows. */
export function GraphPanel({
  actor,
  selection,
}: {
  actor: LoaderActor<GraphPoint[], Question>;
  selection: SelectionActor;
}) {
  const [shown, setShown] = useState<ReadonlySet<SeriesName>>(
    new Set(series.map(({ name }) => name)),
  );
  const { parentRef, width } = useParentSize({ initialSize: { width: 800 }, debounceTime: 60 });
  const [asTable, setAsTable] = useState(false);

  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="Over time"
      definition={definitions.graph}
      tools={
        <>
          <Legend shown={shown} onToggle={(name) => setShown(toggled(shown, name))} />
          <Toggle
            className="icon-button"
            aria-label="Show as table"
            pressed={asTable}
            onPressedChange={setAsTable}
          >
            <Table2 size={16} aria-hidden="true" />
          </Toggle>
        </>
      }
      above={<div ref={parentRef} />}
      room={graphHeight + 34}
      skeleton={<GraphSkeleton height={graphHeight} />}
    >
      {(points, freshness) => (
        <>
          {asTable ? (
            <GraphTable points={points} currency={freshness.currency} height={graphHeight} />
          ) : (
            <Graph
              points={points}
              currency={freshness.currency}
              shown={shown}
              width={width}
              height={graphHeight}
            />
          )}
          <p className="graph-foot">
            {freshness.compare ? (
              <>
                <span className="graph-dash" aria-hidden="true" />
                Compared with{' '}
                {span(freshness.compare.utc_from, freshness.compare.utc_to, freshness.timezone)}
              </>
            ) : null}
          </p>
        </>
      )}
    </LoaderPanel>
  );
}

function toggled(shown: ReadonlySet<SeriesName>, name: SeriesName): ReadonlySet<SeriesName> {
  const next = new Set(shown);
  if (!next.delete(name)) next.add(name);
  return next.size === 0 ? shown : next;
}
