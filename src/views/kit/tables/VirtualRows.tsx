import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  Fragment,
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { FirstRows, type RowsProps } from './FirstRows.tsx';
import { focusAgain } from './focus-place.ts';
import { Room, usualHeight } from './Room.tsx';
import { bodyOf, heightOf, rowsIn, scrollerOf, topIn } from './row-measures.ts';
import { drawnIndexes, overscan, piecesOf } from './row-window.ts';

/** Where the rows are: what scrolls them, null for the page, how far down they begin in it, and how high one is. */
type Place = { scroller: HTMLElement | null; margin: number; height: number };

/** How many rows are drawn to measure how high one is; the others follow before the screen is painted. */
const mostMeasured = 5;

/** On paper are all rows of tables up to this length; of longer ones those on the screen. */
const mostOnPaper = 2_000;

/**
 * Of a long table the rows in sight, those near them and the one with the focus, with room for the others between them.
 * Rows stay in the flow of the table, so that they may have any height.
 */
export function VirtualRows(props: RowsProps) {
  const { count, frame, columns, focus = null } = props;
  const [place, setPlace] = useState<Place | null>(null);
  const isPrinted = usePrinted(count <= mostOnPaper);
  const isPlaced = place !== null;
  useLayoutEffect(() => {
    if (isPlaced && focus) focusAgain(frame.current, focus);
  }, [isPlaced, focus, frame]);
  useLayoutEffect(() => {
    const look = () => setPlace((old) => placeOf(frame.current, old));
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [frame]);
  if (isPrinted) return Array.from({ length: count }, (_, index) => props.rowAt(index));
  if (!place) {
    return (
      <>
        <FirstRows {...props} most={mostMeasured} />
        <Room height={count * usualHeight} columns={columns} />
      </>
    );
  }
  const { scroller, height } = place;
  const setMargin = (margin: number) => setPlace({ ...place, margin });
  return scroller ? (
    <RowsInFrame key={height} {...props} {...place} scroller={scroller} onMargin={setMargin} />
  ) : (
    <RowsOnPage key={height} {...props} {...place} onMargin={setMargin} />
  );
}

type PlacedProps = RowsProps & Omit<Place, 'scroller'> & { onMargin: (margin: number) => void };

function RowsInFrame({ scroller, ...props }: PlacedProps & { scroller: HTMLElement }) {
  const { kept, keep } = useKept(props);
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    ...optionsOf(props, kept),
    getScrollElement: () => scroller,
    initialOffset: () => scroller.scrollTop,
    initialRect: { width: 0, height: window.innerHeight },
  });
  return <DrawnRows {...props} scroller={scroller} rows={rows} keep={keep} />;
}

function RowsOnPage(props: PlacedProps) {
  const { kept, keep } = useKept(props);
  const rows = useWindowVirtualizer<HTMLElement>({
    ...optionsOf(props, kept),
    initialRect: { width: 0, height: window.innerHeight },
  });
  return <DrawnRows {...props} scroller={null} rows={rows} keep={keep} />;
}

type RangeOfRows = { startIndex: number; endIndex: number; count: number };

const optionsOf = (
  { count, height, margin }: PlacedProps,
  extract: (range: RangeOfRows) => number[],
) => ({
  count,
  overscan,
  scrollMargin: margin,
  estimateSize: () => height,
  rangeExtractor: extract,
  // Rows are measured when they are drawn, where React can render nothing at once.
  useFlushSync: false,
});

/** The rows that are drawn wherever they are: the caller's, and the one that the focus moved to last. */
function useKept({ kept: wanted = null, focus, handle }: PlacedProps) {
  const [focused, setFocused] = useState(focus?.row ?? null);
  useImperativeHandle(handle, () => ({ reach: (index) => flushSync(() => setFocused(index)) }), []);
  const kept = useCallback(
    (range: RangeOfRows) =>
      drawnIndexes(
        range,
        [wanted, focused].filter((index) => index !== null),
      ),
    [wanted, focused],
  );
  return { kept, keep: setFocused };
}

type Measured = {
  getVirtualItems: () => VirtualItem[];
  getTotalSize: () => number;
  resizeItem: (index: number, size: number) => void;
};

function DrawnRows({
  frame,
  columns,
  margin,
  scroller,
  rows,
  rowAt,
  onMargin,
  keep,
}: PlacedProps & {
  scroller: HTMLElement | null;
  rows: Measured;
  keep: (index: number) => void;
}) {
  const elementAt = useMemo(() => remembering(rowAt), [rowAt]);
  const pieces = piecesOf(rows.getVirtualItems(), { from: margin, height: rows.getTotalSize() });
  useLayoutEffect(() => {
    const body = bodyOf(frame.current);
    if (!body) return;
    // The virtualizer itself keeps rows where they are when others above them turn out higher.
    body.style.overflowAnchor = 'none';
    const top = topIn(body, scroller);
    if (Math.abs(top - margin) > 1) onMargin(top);
    for (const [index, row] of rowsIn(body)) {
      const height = heightOf(row);
      if (height > 0) rows.resizeItem(index, height);
    }
  });
  useEffect(() => {
    const body = bodyOf(frame.current);
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      if (row) keep(Number(row.dataset.index));
    };
    body?.addEventListener('focusin', onFocus);
    return () => body?.removeEventListener('focusin', onFocus);
  }, [frame, keep]);
  return pieces.map((piece) =>
    'row' in piece ? (
      <Fragment key={piece.row}>{elementAt(piece.row)}</Fragment>
    ) : (
      <Room key={`below ${piece.below}`} height={piece.room} columns={columns} />
    ),
  );
}

/** Whether the page is being printed. Draws at once, because the browser prints the document as it is then. */
function usePrinted(isWanted: boolean): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const onBefore = () => flushSync(() => setPrinted(true));
    const onAfter = () => setPrinted(false);
    window.addEventListener('beforeprint', onBefore);
    window.addEventListener('afterprint', onAfter);
    return () => {
      window.removeEventListener('beforeprint', onBefore);
      window.removeEventListener('afterprint', onAfter);
    };
  }, []);
  return isPrinted && isWanted;
}

/** React renders no element again that it has seen, so scrolling renders new rows only. */
function remembering(rowAt: (index: number) => ReactNode): (index: number) => ReactNode {
  const seen = new Map<number, ReactNode>();
  return (index) => {
    if (!seen.has(index)) seen.set(index, rowAt(index));
    return seen.get(index);
  };
}

/** Rows keep the height that is assumed for them, unless they turn from lines into cards. */
function placeOf(frame: HTMLElement | null, old: Place | null): Place {
  const body = bodyOf(frame);
  if (!body) return { scroller: null, margin: 0, height: usualHeight };
  const scroller = scrollerOf(body);
  const heights = rowsIn(body).map(([, row]) => heightOf(row));
  const sum = heights.reduce((total, height) => total + height, 0);
  const usual = Math.round(sum / heights.length) || usualHeight;
  const isAsBefore = old !== null && Math.abs(usual - old.height) < old.height / 2;
  return { scroller, margin: topIn(body, scroller), height: isAsBefore ? old.height : usual };
}
