import { Toggle } from '@base-ui/react/toggle';
import { useParentSize } from '@visx/responsive';
import { useSelector } from '@xstate/react';
import { Table2, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { mayRole } from '#contract/accounts/roles.ts';
import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Annotation } from '#contract/annotations/schemas.ts';
import type { AnnotationsActor } from '#machines/dashboard/annotations.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { Button } from '../kit/Button.tsx';
import type { SeriesName } from '../kit/charts/series.ts';
import { isZoomValid, pointsWithin, type Zoom, zoomInto } from '../kit/charts/zoom.ts';
import { definitions } from '../kit/definitions.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { AddNote } from './annotations/AddNote.tsx';
import { AnnotationsError } from './annotations/AnnotationsError.tsx';
import { Flags } from './annotations/Flags.tsx';
import { LazyNoteForm } from './annotations/LazyNoteForm.tsx';
import { flagsOf, latestIn, marksOn, momentIn } from './annotations/marks.ts';
import { Comparison } from './charts/Comparison.tsx';
import { extraComparedDays } from './charts/extra-compared-days.ts';
import { Graph } from './charts/Graph.tsx';
import { GraphSkeleton } from './charts/GraphSkeleton.tsx';
import { GraphTable } from './charts/GraphTable.tsx';
import { Legend } from './charts/Legend.tsx';
import { footHeight, graphHeight } from './panel-heights.ts';

const nothing: readonly Annotation[] = [];
/** Cost is known of whole days only, so it is shown on demand. */
const first: ReadonlySet<SeriesName> = new Set(['revenue', 'conversions', 'clicks']);

/** The graph, or its table. */
export function GraphPanel({
  actor,
  selection,
  notes,
  menu,
}: PanelProps<LoaderActor<GraphPoint[], Question>> & {
  /** The annotations of the period. */
  notes?: AnnotationsActor | undefined;
}) {
  const [shown, setShown] = useState<ReadonlySet<SeriesName>>(first);
  const { parentRef, width } = useParentSize({ initialSize: { width: 800 }, debounceTime: 60 });
  const [asTable, setAsTable] = useState(false);
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const range = useSelector(selection, ({ context }) => context.range);
  const browser = useSelector(actor, ({ context }) => context.query.browserConversions);
  const project = useSelector(actor, ({ context }) => context.query.project);
  const answer = useSelector(actor, ({ context }) => context.answer);
  const annotations = useSelector(notes, (snapshot) => snapshot?.context.rows) ?? nothing;
  const role = useSelector(
    selection,
    ({ context }) => context.projects.find(({ id }) => id === project)?.role,
  );
  const writer = mayRole(role, 'annotation.write') ? notes : undefined;
  const addNote = (points: readonly GraphPoint[], index: number) =>
    writer?.send({
      type: 'entry.add',
      draft: { at: momentIn(points, index, answer?.freshness.as_of ?? ''), text: '' },
    });
  const lookCloser = (next: Zoom | null) => {
    if (next === null) return;
    setZoom(next);
    if (next.kind === 'days') selection.send({ type: 'range.choose', range: next.shown });
  };
  const lookBack = (from: Zoom) => {
    setZoom(null);
    if (from.kind === 'days') selection.send({ type: 'range.choose', range: from.before });
  };

  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      menu={
        <>
          {writer && answer ? (
            <AddNote actor={writer} onAdd={() => addNote(answer.data, latestIn(answer.data))} />
          ) : null}
          {menu}
        </>
      }
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
      twin={{ shown: asTable, onChange: setAsTable }}
      above={<div ref={parentRef} />}
      room={graphHeight + footHeight}
      skeleton={<GraphSkeleton height={graphHeight} />}
    >
      {(points, freshness) => {
        const marks = marksOn(points, annotations);
        const visible = pointsWithin(points, zoom);
        const zone = freshness.timezone;
        const beyond = extraComparedDays(freshness, points);
        return (
          <>
            {asTable ? (
              <GraphTable
                points={visible}
                currency={freshness.currency}
                height={graphHeight}
                marks={marks}
                zone={zone}
                isShorter={beyond > 0}
              />
            ) : (
              <div className="graph-frame">
                <Graph
                  points={visible}
                  currency={freshness.currency}
                  shown={shown}
                  hatched={browser}
                  width={width}
                  height={graphHeight}
                  marks={marks}
                  zone={zone}
                  onNote={writer ? (index) => addNote(visible, index) : undefined}
                  onChoose={(stretch) => lookCloser(zoomInto(points, zoom, stretch, range))}
                />
                {notes ? (
                  <Flags flags={flagsOf(visible, marks, width)} actor={notes} zone={zone} />
                ) : null}
              </div>
            )}
            <Comparison freshness={freshness} beyond={beyond}>
              {zoom && isZoomValid(zoom, points, range) ? (
                <Button look="quiet" size="small" onClick={() => lookBack(zoom)}>
                  <ZoomOut size={14} aria-hidden="true" />
                  {zoom.kind === 'hours' ? 'All hours' : 'Back to the range before'}
                </Button>
              ) : null}
              {notes ? <AnnotationsError actor={notes} /> : null}
            </Comparison>
            {writer ? <LazyNoteForm actor={writer} /> : null}
          </>
        );
      }}
    </LoaderPanel>
  );
}

function toggled(shown: ReadonlySet<SeriesName>, name: SeriesName): ReadonlySet<SeriesName> {
  const next = new Set(shown);
  if (!next.delete(name)) next.add(name);
  return next.size === 0 ? shown : next;
}
