import { useParentSize } from '@visx/responsive';
import { type ReactNode, useState } from 'react';
import type { Freshness } from '#model/query.ts';
import { LoaderPanel, type OuterPanelProps } from '../LoaderPanel.tsx';
import { ChartSkeleton } from './ChartSkeleton.tsx';

type Shown = {
  /** Whether the table twin is shown. */
  asTable: boolean;
  /** The room for the chart, in pixels. */
  width: number;
};

/** A panel of a loader whose figures are a chart as wide as the panel, with a table twin. */
export function ChartPanel<Data, Asked>({
  width: expected,
  height,
  foot,
  children,
  ...panel
}: OuterPanelProps<Data, Asked> & {
  /** The width that is drawn before the panel's is known. */
  width: number;
  height: number;
  /** The height of what stands below the chart. */
  foot: number;
  children: (data: Data, freshness: Freshness, shown: Shown) => ReactNode;
}) {
  const { parentRef, width } = useParentSize({
    initialSize: { width: expected },
    debounceTime: 60,
  });
  const [asTable, setAsTable] = useState(false);
  return (
    <LoaderPanel
      {...panel}
      twin={{ shown: asTable, onChange: setAsTable }}
      above={<div ref={parentRef} />}
      room={height + foot}
      skeleton={<ChartSkeleton height={height} />}
    >
      {(data, freshness) => children(data, freshness, { asTable, width })}
    </LoaderPanel>
  );
}
