import { useParentSize } from '@visx/responsive';
import { type ReactNode, useState } from 'react';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Freshness } from '#model/query.ts';
import { LoaderPanel, type PanelProps } from '../LoaderPanel.tsx';
import { ChartSkeleton } from './ChartSkeleton.tsx';

type Shown = {
  /** Whether the table twin is shown. */
  asTable: boolean;
  /** The room for the chart, in pixels. */
  width: number;
};

/** A panel of a loader whose figures are a chart as wide as the panel, with a table twin. */
export function ChartPanel<Data, Asked>({
  actor,
  selection,
  menu,
  title,
  definition,
  tools,
  width: expected,
  height,
  foot,
  quiet,
  children,
}: PanelProps<LoaderActor<Data, Asked>> & {
  title: string;
  definition: string;
  tools?: ReactNode;
  /** The width that is drawn before the panel's is known. */
  width: number;
  height: number;
  /** The height of what stands below the chart. */
  foot: number;
  /** Replaces the text for days without events. */
  quiet?: ReactNode;
  children: (data: Data, freshness: Freshness, shown: Shown) => ReactNode;
}) {
  const { parentRef, width } = useParentSize({
    initialSize: { width: expected },
    debounceTime: 60,
  });
  const [asTable, setAsTable] = useState(false);
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title={title}
      definition={definition}
      tools={tools}
      twin={{ shown: asTable, onChange: setAsTable }}
      above={<div ref={parentRef} />}
      room={height + foot}
      skeleton={<ChartSkeleton height={height} />}
      quiet={quiet}
    >
      {(data, freshness) => children(data, freshness, { asTable, width })}
    </LoaderPanel>
  );
}
