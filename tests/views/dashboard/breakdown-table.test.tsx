import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { Table, TableRow } from '#contract/analytics/report.ts';
import { type ColumnName, columnNames } from '#machines/dashboard/table-columns.ts';
import type { CostComparison } from '#views/dashboard/cost-comparison.ts';
import { BodyCell } from '#views/dashboard/table/BodyCell.tsx';
import { BreakdownTable } from '#views/dashboard/table/BreakdownTable.tsx';
import { columnAmong, columnOf } from '#views/dashboard/table/columns.tsx';
import { type SpentSection, spentTitle } from '#views/dashboard/table/spent.ts';
import { row, spentTable, table } from '../../support/samples.ts';

const rowsOf = (count: number): TableRow[] =>
  Array.from({ length: count }, (_, index) => ({
    ...row,
    key: `c${index}`,
    label: `Campaign ${index}`,
  }));

function show(
  report: Table,
  names: ColumnName[] = ['clicks', 'revenue'],
  {
    hidden = null,
    ...searched
  }: {
    isSearched?: boolean;
    nothing?: string;
    hidden?: Grouping | null;
    spent?: SpentSection;
  } = {},
) {
  const acts = { onSort: vi.fn(), onOpen: vi.fn(), onUp: vi.fn(), onPoint: vi.fn() };
  render(
    <BreakdownTable
      name="Campaign"
      about="The campaign of the click."
      report={report}
      rows={report.rows}
      first={0}
      path={[]}
      columns={names.map((name) =>
        columnAmong(name, { by: report.group_by, total: report.total, hidden, days: null }),
      )}
      currency="USD"
      sort="revenue"
      order="desc"
      isLong={report.rows.length > 25}
      {...searched}
      {...acts}
    />,
  );
  return { ...acts, user: userEvent.setup(), grid: screen.getByRole('grid') };
}

describe('the conversion table', () => {
  it('has a few rows of a hundred thousand in the document, and counts them all', () => {
    const { grid } = show({ ...table, rows: rowsOf(100_000) });
    const inDocument = [...grid.querySelectorAll('[role="row"]')];
    expect(inDocument.length).toBeLessThanOrEqual(200);
    expect(grid.getAttribute('aria-rowcount')).toBe('100003');
    const [head, first] = inDocument;
    expect(head?.getAttribute('aria-rowindex')).toBe('1');
    expect(first?.getAttribute('aria-rowindex')).toBe('2');
    const total = within(grid).getByText('Total').closest('[role="row"]');
    expect(total?.getAttribute('aria-rowindex')).toBe('100003');
  });

  it('gives a loss the negative colour, where it is known', () => {
    const rows = [
      { ...row, key: 'a', profit: -65.86 },
      { ...row, key: 'b', profit: 65.86 },
    ];
    const losses = (hidden: Grouping | null) => {
      const { grid } = show({ ...table, rows }, ['profit'], { hidden });
      const found = [...grid.querySelectorAll('[data-meaning="bad"]')].map(
        ({ textContent }) => textContent,
      );
      cleanup();
      return found;
    };
    expect(losses(null)).toEqual(['−65.86']);
    expect(losses('device')).toEqual([]);
  });

  it('measures nothing while it is rendered', () => {
    const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect');
    show(table);
    expect(measure).not.toHaveBeenCalled();
  });

  it('shows during a search that its total covers all rows, and hides the row of the others', () => {
    const other = { ...table.total, count: 8 };
    const { grid } = show({ ...table, rows: [], other }, ['clicks'], {
      isSearched: true,
      nothing: 'No campaign is called that.',
    });
    expect(within(grid).queryByText('Other')).toBeNull();
    const nothing = within(grid).getByText('No campaign is called that.');
    const total = within(grid).getByText('Total of all rows');
    expect(nothing.compareDocumentPosition(total)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('is one tab stop with arrow keys, which reach rows out of sight too', async () => {
    const { user, grid } = show({ ...table, rows: rowsOf(1_000) });
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Campaign');
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('3,100');
    await user.keyboard('{Control>}{End}{/Control}');
    expect(document.activeElement?.closest('[role="row"]')?.textContent).toMatch(/^Total/);
    await user.keyboard('{Home}{ArrowUp}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Campaign 999');
    const stops = [...grid.querySelectorAll<HTMLElement>('[tabindex="0"]')];
    expect(stops.map(({ textContent }) => textContent)).toEqual(['Campaign', 'Campaign 999']);
  });

  it('has rows that spent without revenue above the total, out of the others', async () => {
    const report = spentTable(3);
    const onToggle = vi.fn();
    const title = '3 campaigns spent 150.00, 5.9\u00a0% of the cost, without a sale';
    expect(spentTitle(report, report.spent, 'USD')).toBe(title);
    const spent = { title, isOpen: true, rows: report.spent.rows, onToggle };
    const { user, grid } = show(report, ['cost', 'profit'], { spent });
    const names = [...grid.querySelectorAll('[role="rowheader"]')].map(
      ({ textContent }) => textContent,
    );
    expect(names).toEqual([
      'BF prospecting',
      title,
      'Waste 1',
      'Waste 2',
      'Waste 3',
      'Unattributedno click known',
      'Total',
    ]);
    expect(grid.getAttribute('aria-rowcount')).toBe('8');
    await user.tab();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe(title);
    await user.keyboard('{Enter}');
    expect(onToggle).toHaveBeenCalledTimes(1);
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('50.00');
  });

  it('keeps the rows that spent without revenue virtual, and says what else no row shows', () => {
    const report = spentTable(100_000);
    const other = { ...report.other, count: 100_004, cost: report.other.cost + 7 };
    const spent = {
      title: 'Waste',
      isOpen: true,
      rows: report.spent.rows,
      onToggle: vi.fn(),
    };
    const { grid } = show({ ...report, other }, ['cost'], { spent });
    expect(grid.querySelectorAll('[role="row"]').length).toBeLessThanOrEqual(200);
    expect(grid.getAttribute('aria-rowcount')).toBe('100006');
    const rest = within(grid).getByText('4 rows not shown').closest('[role="row"]');
    expect(rest?.textContent).toBe('Other4 rows not shown7.00');
  });

  it('names the campaign and the ad set of an ad in a flat list', () => {
    const parents = ['Spring sale', 'Lookalikes of buyers 1 %'].map((label, index) => ({
      group_by: index === 0 ? ('campaign_id' as const) : ('adset_id' as const),
      key: label,
      label,
    }));
    const { grid } = show({ ...table, rows: [{ ...row, label: 'Ad 1', parents }] });
    expect(grid.hasAttribute('data-flat')).toBe(true);
    const name = within(grid).getByRole('rowheader', { name: /^Ad 1/ });
    const path = 'Spring sale › Lookalikes of buyers 1 %';
    expect(within(name).getByTitle(path).textContent).toBe(path);
    cleanup();
    expect(show(table).grid.hasAttribute('data-flat')).toBe(false);
  });

  it('calls a sale without server revenue no waste', () => {
    const report = spentTable(1);
    const spent = { ...report.spent, browser_purchases: 2 };
    expect(spentTitle(report, spent, 'USD')).toBe(
      '1 campaign spent 50.00, 2.0\u00a0% of the cost, without server revenue',
    );
  });

  it('looks the same while Shift is held, so that a capital letter causes no render', async () => {
    const { user, grid } = show({ ...table, rows: rowsOf(3) });
    const look = grid.className;
    await user.keyboard('{Shift>}');
    expect(grid.className).toBe(look);
    await user.keyboard('{/Shift}');
    expect(grid.className).toBe(look);
  });

  it('opens, sorts, goes up and asks for the menu by key', async () => {
    const { user, onOpen, onSort, onUp, onPoint } = show({ ...table, rows: rowsOf(3) });
    await user.tab();
    await user.keyboard('{Enter}');
    expect(onSort).toHaveBeenCalledExactlyOnceWith('label');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'c0' }));
    await user.keyboard('{Backspace}');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(onUp).toHaveBeenCalledTimes(2);
    await user.keyboard('{Shift>}{F10}{/Shift}');
    expect(onPoint.mock.calls[0]?.[0].row.key).toBe('c0');
  });

  it('shows no cost, ROAS or CPA for a row without a cost', () => {
    const free = { ...row, key: 'free', cost: 0, roas: null, cpa: 0, cpa_low: 0, cpa_high: 0 };
    const { grid } = show({ ...table, rows: [row, free], total: { ...table.total, cost: 0 } }, [
      'cost',
      'cost_change',
      'roas',
      'cpa',
      'cpa_range',
    ]);
    const cells = [...grid.querySelectorAll('[role="row"]')].map((line) =>
      [...line.querySelectorAll('[role="gridcell"]')]
        .slice(-5)
        .map(({ textContent }) => textContent),
    );
    expect(cells[1]).toEqual(['2,400.00', '+8.6\u00a0%', '3.42×', '25.00', expect.any(String)]);
    expect(cells[2]).toEqual(['–', '–', '–', '–', '–']);
    expect(cells.at(-1)).toEqual(['–', '–', '–', '–', '–']);
  });

  it('shows what ad platforms report, and nothing where no cost tells it', () => {
    const names = ['impressions', 'ad_clicks', 'cpm', 'ctr', 'cpc', 'roi', 'margin'] as const;
    const texts = (line: Partial<TableRow>) =>
      names.map((name) => columnOf(name).write({ ...row, ...line }, 'USD'));
    const known = [
      '240,000',
      '3,280',
      '10.00',
      '1.4\u00a0%',
      '0.73',
      '242.1\u00a0%',
      '70.8\u00a0%',
    ];
    expect(texts({})).toEqual(known);
    expect(names.map((name) => columnOf(name).sum(table.total, 'USD'))).toEqual(known);
    const silent = { impressions: 0, ad_clicks: 0, cpm: null, ctr: null, cpc: null };
    expect(texts(silent)).toEqual(['–', '–', '–', '–', '–', ...known.slice(5)]);
    expect(texts({ ad_clicks: 0, cpc: null })[1]).toBe('0');
    expect(texts({ cost: 0, roi: null }).slice(5)).toEqual(['–', known[6]]);
  });

  it('compares profits only where both or neither have a cost', () => {
    const changes = (line: Partial<TableRow>) =>
      (['profit_change', 'roas_change'] as const).map((name) => {
        const { container } = render(columnOf(name).write({ ...row, ...line }, 'USD'));
        return container.textContent?.replaceAll('\u00a0', ' ');
      });
    const { previous } = row;
    expect(changes({})).toEqual(['+20.8 %', '+7.7 %']);
    expect(changes({ previous: previous && { ...previous, profit: -4000 } })[0]).toBe('+245.3 %');
    expect(changes({ previous: previous && { ...previous, cost: 0, roas: null } })).toEqual([
      '–',
      '–',
    ]);
    expect(changes({ previous: null })).toEqual(['–', '–']);
  });

  it('marks estimated costs in words and by the line below, and opens them as estimates', () => {
    const names: ColumnName[] = ['cost', 'profit', 'roas', 'revenue'];
    const among = (estimate: NonNullable<Table['estimate']>) =>
      names.map((name) =>
        columnAmong(name, {
          by: 'country',
          total: table.total,
          hidden: null,
          days: null,
          estimate,
        }),
      );
    const columns = among({ cost: 2400, without_clicks: 3 });
    expect(columns.map(({ title }) => title)).toEqual([
      'Cost, est.',
      'Profit, est.',
      'ROAS, est.',
      'Revenue',
    ]);
    expect(columns.map(({ figure }) => figure)).toEqual([
      'estimated_cost',
      'estimated_profit',
      'estimated_roas',
      'revenue',
    ]);
    expect(columns[0]?.definition).toContain('spread over its clicks');
    const texts = (shown: typeof columns, key: string | null) =>
      shown.map((column) => column.write({ ...row, key }, 'USD'));
    const known = ['2,400.00', '5,810.00', '3.42×', '8,210.00'];
    const apart = [known[0], '–', '–', known[3]];
    expect(texts(columns, 'DE')).toEqual(known);
    expect(texts(columns, 'ZZ')).toEqual(apart);
    expect(texts(columns, null)).toEqual(apart);
    expect(texts(among({ cost: 2400, without_clicks: 0 }), 'ZZ')).toEqual(known);
    const { container } = render(
      <table>
        <tbody>
          <tr>
            <BodyCell place={{ row: 0, column: 1 }} title="Cost, est." isEstimated>
              1.00
            </BodyCell>
          </tr>
        </tbody>
      </table>,
    );
    expect(container.querySelector('td')?.dataset.estimated).toBe('true');
  });

  const weighed: ColumnName[] = ['cost', 'profit', 'roas', 'cpa', 'wins', 'roas_range'];
  const proven = { wins: 3, ranks: { linear: 1 }, roas_low: 1, roas_high: 2 };
  const written = (by: Grouping, line: Partial<TableRow>, hidden: Grouping | null = null) => {
    const total = { ...table.total, cost: line.cost === 0 && hidden ? 0 : 8_019.86 };
    return weighed.map((name) =>
      columnAmong(name, { by, total, hidden, days: null }).write(
        { ...row, ...proven, ...line },
        'USD',
      ),
    );
  };
  const own = ['2,400.00', '5,810.00', '3.42×', '25.00', '3 of 1 models', '1.00× – 2.00×'];
  const rest = [own[0], '–', '–', '–', '–', '–'];

  it("compares a cost with a row's revenue only where it belongs to its clicks", () => {
    expect(written('campaign_id', {})).toEqual(own);
    expect(written('date', { key: '2026-11-20' })).toEqual(own);
    for (const by of ['device', 'referrer', 'affsub', 'channel', 'country', 'hour'] as const) {
      expect(written(by, { key: null })).toEqual(rest);
      expect(written(by, { key: 'ZZ' })).toEqual(rest);
    }
    expect(written('ad_id', { key: null })).toEqual(rest);
    expect(written('affid', { key: null })).toEqual(own);
  });

  it('shows the profit of a row only where the cost can be its own', () => {
    const free = { ...row, cost: 0, profit: 850.25 };
    const left = (by: Grouping, cost: number) =>
      columnAmong('profit', {
        by,
        total: { ...table.total, cost },
        hidden: null,
        days: null,
      }).write(free, 'USD');
    expect(left('country', 8_019.86)).toBe('–');
    expect(left('campaign_id', 8_019.86)).toBe('850.25');
    expect(left('country', 0)).toBe('850.25');
  });

  it('shows no cost for rows with a filter that costs do not have', () => {
    const none = weighed.map(() => '–');
    expect(written('campaign_id', {}, 'device')).toEqual(none);
    expect(written('campaign_id', { cost: 0 }, 'device')).toEqual(none);
    const { sum, definition } = columnAmong('roas', {
      by: 'campaign_id',
      total: table.total,
      hidden: 'device',
      days: null,
    });
    expect([sum(table.total, 'USD'), definition]).toEqual([
      '–',
      expect.stringMatching(/unknown by device\.$/),
    ]);
  });

  it('compares no cost with a part of a day, and names the day of several that is counted whole', () => {
    const changed = (days: CostComparison | null) =>
      columnAmong('cost_change', { by: 'campaign_id', total: table.total, hidden: null, days });
    const day = changed({ isCompared: false, text: 'Compares whole days' });
    expect(day.write(row, 'USD')).toBe('–');
    expect(day.definition).toMatch(/Costs have a day, no time: a part of a day has none\.$/);
    const week = changed({ isCompared: true, text: 'Includes all of Nov 13 (partial day)' });
    render(week.write(row, 'USD'));
    expect(document.body.textContent).toBe('+8.6\u00a0%');
    expect(week.definition).toMatch(
      /Costs have a day, no time: the comparison includes all of Nov 13 \(partial day\)\.$/,
    );
    expect(changed(null)).toBe(columnOf('cost_change'));
  });

  it('explains costs without an owner: they add up, and are compared with nothing', () => {
    const spent = { ...table.total, cost: 2400 };
    const other = { ...table.total, revenue: 0, cost: 400, count: 2 };
    const unattributed = { ...table.total, conversions: 1, revenue: 120, cost: 0 };
    const report: Table = {
      ...table,
      group_by: 'device',
      unattributed,
      other,
      total: spent,
      rows: [
        { ...row, key: 'mobile', label: 'mobile', cost: 0 },
        { ...row, key: null, label: '(none)', cost: 2000 },
      ],
    };
    const { grid } = show(report, ['cost', 'profit', 'roas']);
    const lines = [...grid.querySelectorAll('[role="row"]')]
      .slice(1)
      .map((line) => [
        line.querySelector('[role="rowheader"]')?.textContent,
        ...[...line.querySelectorAll('[role="gridcell"]')].map(({ textContent }) => textContent),
      ]);
    expect(lines).toEqual([
      ['mobile', '–', '–', '–'],
      ['(none)costs have no device', '2,000.00', '–', '–'],
      ['Unattributedno click known', '–', '–', '–'],
      ['Other2 rows not shown, costs have no device', '400.00', '–', '–'],
      ['Total', '2,400.00', '5,810.00', '3.42×'],
    ]);
    const head = screen.getByRole('columnheader', { name: 'ROAS' });
    expect(head.title).toMatch(/Costs have no device, so rows cannot show it\.$/);
  });

  it('opens the unattributed row by hand, by key and by its menu', async () => {
    const apart = { ...table.total, conversions: 4, revenue: 120 };
    const { user, grid, onOpen, onPoint } = show({
      ...table,
      rows: rowsOf(1),
      unattributed: apart,
    });
    const unattributed = { key: '', label: 'Unattributed' };
    const cell = screen.getByRole('rowheader', { name: /^Unattributed/ });
    expect(cell.textContent).toContain('no click known');
    await user.click(within(cell).getByRole('button', { name: 'Unattributed' }));
    expect(onOpen).toHaveBeenLastCalledWith(unattributed);
    await user.click(within(cell).getByRole('button', { name: 'Menu of Unattributed' }));
    expect(onPoint.mock.lastCall?.[0].row).toEqual(unattributed);
    grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onOpen).toHaveBeenCalledTimes(2);
    expect(within(grid).queryByRole('button', { name: 'Total' })).toBeNull();
  });

  it.each([
    ['where there is none', table],
    ['of hours', { ...table, group_by: 'hour' as const, unattributed: table.total }],
  ])('opens none of it %s', (_, report) => {
    const { grid } = show({ ...report, rows: rowsOf(1) });
    expect(within(grid).queryByRole('button', { name: 'Unattributed' })).toBeNull();
  });

  it('orders by every column it has', async () => {
    const { user, grid, onSort } = show({ ...table, rows: rowsOf(1) }, [...columnNames]);
    const [, ...heads] = within(grid).getAllByRole('columnheader');
    for (const head of heads) await user.click(within(head).getByRole('button'));
    const sorts = columnNames.map((name) => columnOf(name).sort);
    expect(onSort.mock.calls.flat()).toEqual(sorts);
    expect(new Set(sorts).size).toBe(columnNames.length);
  });

  it('marks rows without a significant difference in words, and writes bounds as bounds', () => {
    show(
      {
        ...table,
        rows: [
          {
            ...row,
            separable: false,
            settled: 0.72,
            roas_low: 2.96,
            roas_high: 3.91,
            cpa_low: 20.5,
            cpa_high: null,
            wins: 5,
            ranks: { last_click: 1, first_click: 2, linear: 1 },
          },
          { ...row, key: 'other', label: 'Other one' },
        ],
      },
      ['settled', 'roas_range', 'cpa_range', 'conversion_rate_range', 'wins'],
    );
    const [, unsure, plain] = screen.getAllByRole('row');
    const cells = (of: HTMLElement | undefined) =>
      within(of ?? document.body)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
    expect(unsure?.textContent).toContain('not yet distinct');
    expect(cells(unsure)).toEqual([
      '72.0 %',
      '2.96× – 3.91×',
      '20.50 or more',
      '–',
      '5 of 3 models',
    ]);
    expect(plain?.textContent).not.toContain('not yet distinct');
    expect(cells(plain)).toEqual(['–', '–', '–', '–', '–']);
  });

  it('leads from one clock to the other below the total', () => {
    const clocked = (conversions: number, server_revenue: number) => ({
      conversions,
      server_revenue,
    });
    show(
      {
        ...table,
        bridge: {
          conversion_clock: clocked(96, 8210),
          clicked_before: clocked(12, 1000),
          converted_after: clocked(5, 400),
          click_clock: clocked(89, 7610),
        },
      },
      ['conversions', 'click_conversions', 'click_revenue'],
    );
    const texts = screen
      .getAllByRole('row')
      .slice(-4)
      .map((one) =>
        within(one)
          .getAllByRole('gridcell')
          .map(({ textContent }) => textContent),
      );
    expect(texts).toEqual([
      ['96', '89', '7,610.00'],
      ['', '96', '8,210.00'],
      ['', '−12', '−1,000.00'],
      ['', '5', '400.00'],
    ]);
  });
});
