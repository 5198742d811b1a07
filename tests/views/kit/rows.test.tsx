import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RowsHandle } from '#views/kit/tables/FirstRows.tsx';
import { mostComplete, Rows } from '#views/kit/tables/Rows.tsx';
import { drawnIndexes, piecesOf } from '#views/kit/tables/row-window.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rowHeight = 32;

function Example({ count, kept, reach }: { count: number; kept?: number; reach?: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const handle = useRef<RowsHandle>(null);
  return (
    <div ref={frame}>
      <button type="button" onClick={() => handle.current?.reach(reach ?? 0)}>
        Reach
      </button>
      <table>
        <tbody>
          <Rows
            count={count}
            columns={1}
            frame={frame}
            handle={handle}
            {...(kept === undefined ? {} : { kept })}
            rowAt={(index) => (
              <tr key={index} data-index={index}>
                <td>
                  <button type="button">{`Row ${index}`}</button>
                </td>
              </tr>
            )}
          />
        </tbody>
      </table>
    </div>
  );
}

const drawn = () =>
  [...document.querySelectorAll<HTMLElement>('[data-index]')].map(({ dataset }) =>
    Number(dataset.index),
  );
const height = () =>
  drawn().length * rowHeight +
  [...document.querySelectorAll<HTMLElement>('.rows-room td')].reduce(
    (sum, { style }) => sum + Number.parseFloat(style.height),
    0,
  );

async function show(props: Parameters<typeof Example>[0]) {
  render(<Example {...props} />);
  await waitFor(() => expect(document.querySelector('tbody')?.style.overflowAnchor).toBe('none'));
}

/** As in a browser, the rows move up while the page scrolls down. */
function scrollTo(top: number) {
  vi.stubGlobal('scrollY', top);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -top));
  act(() => void fireEvent.scroll(window));
}

describe('the rows of a long table', () => {
  it('are all in the document while they are few', () => {
    render(<Example count={mostComplete} />);
    expect(drawn()).toHaveLength(mostComplete);
  });

  it('are at most 200 of a hundred thousand, at the start, in the middle and at the end', async () => {
    await show({ count: 100_000 });
    for (const top of [0, 1_600_000, 100_000 * rowHeight]) {
      scrollTo(top);
      expect(drawn().length).toBeLessThanOrEqual(200);
      expect(height()).toBe(100_000 * rowHeight);
      const inSight = Math.min(Math.floor(top / rowHeight), 99_999);
      expect(drawn()).toContain(inSight);
    }
  });

  it('keep the one with the focus, however far it is', async () => {
    await show({ count: 1_000 });
    screen.getByRole('button', { name: 'Row 3' }).focus();
    scrollTo(20_000);
    expect(document.activeElement?.textContent).toBe('Row 3');
    expect(drawn()).toContain(Math.floor(20_000 / rowHeight));
    expect(height()).toBe(1_000 * rowHeight);
  });

  it('keep the one that is to take the focus', async () => {
    await show({ count: 1_000, kept: 700 });
    screen.getByRole('button', { name: 'Row 700' });
  });

  it('are drawn before the focus moves to them', async () => {
    await show({ count: 1_000, reach: 900 });
    expect(drawn()).not.toContain(900);
    fireEvent.click(screen.getByRole('button', { name: 'Reach' }));
    expect(drawn()).toContain(900);
  });

  it.each([
    [2_000, 2_000],
    [2_001, 200],
  ])('of %i are printed, %i at most', async (count, most) => {
    await show({ count });
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(drawn().length).toBeLessThanOrEqual(most);
    expect(drawn().length === count).toBe(most === count);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(drawn().length).toBeLessThanOrEqual(200);
  });
});

describe('the rows that are drawn', () => {
  const range = fc.record({
    count: fc.integer({ min: 1, max: 100_000 }),
    startIndex: fc.nat(100_000),
    length: fc.nat(1_000),
    kept: fc.array(fc.integer({ min: -3, max: 100_003 }), { maxLength: 3 }),
  });

  it('are few, in order, each once, and among them those in sight and the kept ones', () => {
    fc.assert(
      fc.property(range, ({ count, startIndex, length, kept }) => {
        const start = Math.min(startIndex, count - 1);
        const end = Math.min(start + length, count - 1);
        const indexes = drawnIndexes({ startIndex: start, endIndex: end, count }, kept);
        expect(indexes.length).toBeLessThanOrEqual(200);
        expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b));
        expect(indexes.every((index) => index >= 0 && index < count)).toBe(true);
        expect(indexes).toContain(start);
        if (length <= 100) expect(indexes).toContain(end);
        for (const index of kept.filter((one) => one >= 0 && one < count)) {
          expect(indexes).toContain(index);
        }
      }),
    );
  });

  it('are as high as all rows together with the room between them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 }),
        fc.nat(500),
        fc.func(fc.boolean()),
        (heights, from, isDrawn) => {
          let end = from;
          const rows = heights.map((size, index) => {
            const start = end;
            end += size;
            return { index, start, end };
          });
          const pieces = piecesOf(
            rows.filter(({ index }) => isDrawn(index)),
            { from, height: end - from },
          );
          const sum = pieces.reduce(
            (total, piece) => total + ('row' in piece ? (heights[piece.row] ?? 0) : piece.room),
            0,
          );
          expect(sum).toBe(end - from);
        },
      ),
    );
  });
});
