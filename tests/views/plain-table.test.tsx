import { act, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlainTable } from '#views/tables/PlainTable.tsx';

type Entry = { isIntersecting: boolean };

/** The observers of the test, each until it is told to stop. */
let watching: Set<(entries: Entry[]) => void>;

beforeEach(() => {
  watching = new Set();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe: () => void;
      disconnect: () => void;
      constructor(tell: (entries: Entry[]) => void) {
        this.observe = () => void watching.add(tell);
        this.disconnect = () => void watching.delete(tell);
      }
    },
  );
});
const usual = IntersectionObserver;
afterEach(() => void vi.stubGlobal('IntersectionObserver', usual));

const scroll = (isIntersecting: boolean) =>
  act(() => {
    for (const tell of [...watching]) tell([{ isIntersecting }]);
  });

function draw(count: number, most?: number, total?: string) {
  render(
    <PlainTable
      name="Figures by state"
      rowTitle="State"
      rows={Array.from({ length: count }, (_, index) => `State ${index + 1}`)}
      keyOf={String}
      write={String}
      columns={total === undefined ? [] : [{ title: 'Clicks', write: () => '1', total }]}
      {...(most === undefined ? {} : { most })}
    />,
  );
  const table = screen.getByRole('table', { name: 'Figures by state' });
  return { table, rows: () => within(table).getAllByRole('rowheader') };
}

describe('a table with many rows', () => {
  it('draws those that a first look needs, and says how many there are', () => {
    const { table, rows } = draw(100);
    expect(rows()).toHaveLength(30);
    expect(table.getAttribute('aria-rowcount')).toBe('101');
    expect(rows()[29]?.parentElement?.getAttribute('aria-rowindex')).toBe('31');
  });

  it('draws the next ones when somebody comes near, until all are there', () => {
    const { table, rows } = draw(100);
    scroll(false);
    expect(rows()).toHaveLength(30);
    scroll(true);
    expect(rows()).toHaveLength(60);
    scroll(true);
    scroll(true);
    expect(rows()).toHaveLength(100);
    expect(table.hasAttribute('aria-rowcount')).toBe(false);
    expect(watching.size).toBe(0);
  });

  it('is printed whole', () => {
    const { rows } = draw(100);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toHaveLength(100);
  });

  it('with few rows has all of them', () => {
    const { table, rows } = draw(30);
    expect(rows()).toHaveLength(30);
    expect(table.hasAttribute('aria-rowcount')).toBe(false);
    expect(watching.size).toBe(0);
  });

  it('that shows only some of them counts those', () => {
    const { table, rows } = draw(100, 50);
    expect(rows()).toHaveLength(30);
    expect(table.getAttribute('aria-rowcount')).toBe('51');
    scroll(true);
    expect(rows()).toHaveLength(50);
    screen.getByText('50 of 100 rows');
  });

  it('counts the row that adds up as the last one', () => {
    const { table } = draw(100, 100, '100');
    expect(table.getAttribute('aria-rowcount')).toBe('102');
    const total = within(table).getByRole('row', { name: /^Total/ });
    expect(total.getAttribute('aria-rowindex')).toBe('102');
  });
});
