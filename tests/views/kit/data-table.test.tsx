import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type DataColumn, DataTable } from '#views/kit/tables/DataTable.tsx';

type Payment = { id: number; name: string; amount: number };
const payments = (count: number): Payment[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index,
    name: `Payment ${index}`,
    amount: index * 10,
  }));

const columns: DataColumn<Payment>[] = [
  { title: 'Payment', isName: true, write: ({ name }) => name },
  {
    title: 'Amount',
    className: 'log-figure',
    attributes: ({ amount }) => ({ 'data-label': 'Amount', 'data-bad': amount < 0 || undefined }),
    write: ({ amount }) => amount,
  },
];

function show(
  rows: readonly Payment[],
  props: Partial<Parameters<typeof DataTable<Payment>>[0]> = {},
) {
  render(
    <DataTable<Payment>
      frame={{ name: 'Rows of payments', className: 'log-frame' }}
      className="log cards"
      caption="Payments"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      {...props}
    />,
  );
  return screen.getByRole('table', { name: 'Payments' });
}

describe('a data table', () => {
  it('has a caption, heads of columns and of rows, and cells with what they need', () => {
    const table = show(payments(2), { rowAttributes: ({ id }) => ({ 'data-undone': id === 1 }) });
    screen.getByRole('region', { name: 'Rows of payments' });
    expect(table.className.split(' ')).toEqual(expect.arrayContaining(['log', 'cards']));
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Payment', 'Amount']);
    expect(heads[1]?.className).toBe('log-figure');
    const row = within(table).getByRole('row', { name: 'Payment 1 10' });
    expect(row.dataset.undone).toBe('true');
    expect(within(row).getByRole('rowheader').textContent).toBe('Payment 1');
    const cell = within(row).getByRole('cell');
    expect([cell.className, cell.dataset.label, cell.dataset.bad]).toEqual([
      'log-figure',
      'Amount',
      undefined,
    ]);
  });

  it('gives its elements only attributes that HTML knows', () => {
    const complain = vi.spyOn(console, 'error');
    const table = show(payments(1));
    expect(complain).not.toHaveBeenCalled();
    expect(table.querySelector('[index], [previouscolspans]')).toBeNull();
    complain.mockRestore();
  });

  it('is laid out by the style sheets, not by the library', () => {
    const table = show(payments(1));
    const styles = [...document.querySelectorAll('style')].map((style) =>
      [...(style.sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join(''),
    );
    const classOf = (element: Element | null) =>
      [...(element?.classList ?? [])].find((name) => name.startsWith('css-')) ?? 'none';
    const rulesOf = (element: Element | null) =>
      styles.filter((text) => text.includes(`.${classOf(element)}`)).join('');
    expect(rulesOf(table)).not.toContain('grid');
    expect(rulesOf(table.querySelector('tbody'))).not.toContain('contents');
  });

  it('says by which column rows are sorted, and lets a person choose', async () => {
    const choose = vi.fn();
    const sort = { order: 'desc' as const, choose };
    const table = show(payments(2), {
      columns: columns.map((column, index) => ({
        ...column,
        sort: index === 0 ? { ...sort, order: null } : sort,
      })),
    });
    const [name, amount] = within(table).getAllByRole('columnheader');
    expect([name?.ariaSort, amount?.ariaSort]).toEqual(['none', 'descending']);
    await userEvent.click(within(table).getByRole('button', { name: 'Amount' }));
    expect(choose).toHaveBeenCalledTimes(1);
  });

  it('has a few of thousands of rows in the document, counts them all and keeps one', async () => {
    const rows = payments(100_000);
    const table = show(rows, { kept: rows[70_000] });
    expect(table.getAttribute('aria-rowcount')).toBe('100001');
    await waitFor(() => within(table).getByRole('rowheader', { name: 'Payment 70000' }));
    const drawn = within(table).getAllByRole('row');
    expect(drawn.length).toBeLessThanOrEqual(200);
    const kept = within(table).getByRole('rowheader', { name: 'Payment 70000' }).closest('tr');
    expect(kept?.getAttribute('aria-rowindex')).toBe('70002');
  });
});
