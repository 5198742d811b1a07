import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cardPlaces } from '#views/kit/tables/card-places.ts';
import { PlainTable } from '#views/kit/tables/PlainTable.tsx';

type Entry = { isIntersecting: boolean };

/** The observers of the test, each until it stops. */
let watching: Set<(entries: Entry[]) => void>;

beforeEach(() => {
  watching = new Set();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe: () => void;
      disconnect: () => void;
      constructor(notify: (entries: Entry[]) => void) {
        this.observe = () => void watching.add(notify);
        this.disconnect = () => void watching.delete(notify);
      }
    },
  );
});
const usual = IntersectionObserver;
afterEach(() => void vi.stubGlobal('IntersectionObserver', usual));

const scroll = (isIntersecting: boolean) =>
  act(() => {
    for (const send of [...watching]) send([{ isIntersecting }]);
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
  it('renders the rows of the first view, and shows how many there are', () => {
    const { table, rows } = draw(100);
    expect(rows()).toHaveLength(30);
    expect(table.getAttribute('aria-rowcount')).toBe('101');
    expect(rows()[29]?.parentElement?.getAttribute('aria-rowindex')).toBe('31');
  });

  it('renders the others when they are scrolled to', () => {
    const { rows } = draw(100);
    scroll(false);
    expect(rows()).toHaveLength(30);
    scroll(true);
    expect(rows()).toHaveLength(100);
    expect(watching.size).toBe(0);
  });

  it('renders the others before keys can scroll it', () => {
    const { rows } = draw(100);
    act(() => screen.getByRole('region', { name: 'Figures by state' }).focus());
    expect(rows()).toHaveLength(100);
    expect(watching.size).toBe(0);
  });

  it('renders the others when a control above its rows has the focus only while they are few', () => {
    const sortable = (count: number) => {
      render(
        <PlainTable
          name={`Figures of ${count}`}
          rowTitle="State"
          rows={Array.from({ length: count }, (_, index) => `State ${index + 1}`)}
          keyOf={String}
          write={String}
          columns={[{ title: 'Clicks', write: () => '1', value: () => 1 }]}
        />,
      );
      const table = screen.getByRole('table', { name: `Figures of ${count}` });
      act(() => within(table).getByRole('button', { name: 'Clicks' }).focus());
      return within(table).getAllByRole('rowheader').length;
    };
    expect(sortable(100)).toBe(100);
    expect(sortable(400)).toBe(30);
  });

  it('is printed whole', () => {
    const { rows } = draw(100);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toHaveLength(100);
  });

  it('has a few of a hundred thousand, and counts them all', async () => {
    const { table, rows } = draw(100_000, undefined, '100');
    scroll(true);
    await waitFor(() => expect(table.querySelector('tbody')?.style.overflowAnchor).toBe('none'));
    expect(rows().length).toBeLessThanOrEqual(200);
    expect(table.getAttribute('aria-rowcount')).toBe('100002');
    expect(rows()[29]?.parentElement?.getAttribute('aria-rowindex')).toBe('31');
    const total = within(table).getByRole('row', { name: /^Total/ });
    expect(total.getAttribute('aria-rowindex')).toBe('100002');
  });

  it('keeps the focus when its rows are drawn anew', async () => {
    render(
      <PlainTable
        name="Figures by state"
        rowTitle="State"
        rows={Array.from({ length: 400 }, (_, index) => `State ${index + 1}`)}
        keyOf={String}
        write={String}
        columns={[{ title: 'Clicks', write: () => '1', figure: 'clicks' }]}
        cellOf={(row) => ({ cell: [], name: row })}
      />,
    );
    const name = 'State 12, Clicks 1, show its rows';
    const before = screen.getByRole('button', { name });
    before.focus();
    scroll(true);
    await waitFor(() => expect(before.isConnected).toBe(false));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name));
  });

  it('is walked by keyboard without skipping a row, from the first to the last', async () => {
    const user = userEvent.setup();
    render(
      <PlainTable
        name="Figures by state"
        rowTitle="State"
        rows={Array.from({ length: 70 }, (_, index) => `State ${index + 1}`)}
        keyOf={String}
        write={String}
        columns={[{ title: 'Clicks', write: () => '1', figure: 'clicks' }]}
        cellOf={(row) => ({ cell: [], name: row })}
      />,
    );
    screen.getByRole('button', { name: /^State 1,/ }).focus();
    const walked: (string | undefined)[] = [];
    while (document.activeElement !== document.body) {
      walked.push(document.activeElement?.getAttribute('aria-label')?.split(',')[0]);
      await user.tab();
    }
    expect(walked).toEqual(Array.from({ length: 70 }, (_, index) => `State ${index + 1}`));
  });

  it('that shows only some of them shows more on request', async () => {
    const { table, rows } = draw(100, 50);
    expect(table.getAttribute('aria-rowcount')).toBe('51');
    scroll(true);
    expect(rows()).toHaveLength(50);
    screen.getByText('50 of 100 rows');
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(rows()).toHaveLength(100);
  });
});

describe('a table whose rows are cards on a phone', () => {
  const clicks: Record<string, number> = { Ohio: 2, Iowa: 9, Utah: 5 };
  const show = () => {
    render(
      <PlainTable
        name="Figures by state"
        rowTitle="State"
        rows={Object.keys(clicks)}
        keyOf={String}
        write={String}
        columns={[
          { title: 'Land', write: () => 'US', isText: true, total: '' },
          {
            title: 'Server clicks',
            shortTitle: 'Clicks',
            write: (state) => String(clicks[state]),
            value: (state) => clicks[state] ?? null,
            total: '16',
          },
        ]}
        isCards
      />,
    );
    return screen.getByRole('table', { name: 'Figures by state' });
  };

  it('names each figure and each part', () => {
    const table = show();
    const labels = within(table)
      .getAllByRole('cell')
      .map(({ dataset }) => dataset.label);
    expect(labels).toEqual(Array(4).fill(['Land', 'Clicks']).flat());
    const parts = [...table.querySelectorAll('thead, tbody, tfoot, tr, th, td')];
    expect(parts.filter((part) => !part.hasAttribute('role'))).toEqual([]);
  });

  it('is sorted by a select as by its headers', async () => {
    const user = userEvent.setup();
    const table = show();
    const names = () =>
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent);
    const choose = async (order: string) => {
      await user.click(screen.getByRole('button', { name: /^Order:/ }));
      await user.click(await screen.findByRole('menuitemradio', { name: order }));
    };
    expect(screen.getByRole('button', { name: /^Order:/ }).textContent).toBe('Order: Usual order');
    await choose('Server clicks');
    expect(names()).toEqual(['Iowa', 'Utah', 'Ohio', 'Total']);
    await choose('Server clicks');
    expect(names()).toEqual(['Ohio', 'Utah', 'Iowa', 'Total']);
    expect(screen.getByRole('button', { name: /^Order:/ }).textContent).toContain(
      'By Server clicks ↑',
    );
    const head = within(table).getByRole('columnheader', { name: /clicks$/i });
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    await choose('Usual order');
    expect(names()).toEqual(['Ohio', 'Iowa', 'Utah', 'Total']);
  });

  it('has the same figure of both sides on one line, named once', () => {
    const columns = [
      { title: 'Affiliate' },
      { title: 'Server revenue', shortTitle: 'Revenue' },
      { title: 'Server buyers', shortTitle: 'Buyers' },
      { title: 'Browser buyers', shortTitle: 'Buyers' },
      { title: 'Browser revenue', shortTitle: 'Revenue' },
    ];
    const groups = [
      { title: '', span: 2 },
      { title: 'Server', span: 2 },
      { title: 'Browser', span: 2 },
    ];
    const at = (gridRow: number, gridColumn: number, label?: string, group?: string) => ({
      style: { gridRow, gridColumn },
      'data-label': label,
      'data-group': group,
    });
    expect(cardPlaces(columns, groups)).toEqual([
      undefined,
      at(2, 1, 'Revenue', 'Server'),
      at(3, 1, 'Buyers'),
      at(3, 2),
      at(2, 2, undefined, 'Browser'),
    ]);
  });
});
