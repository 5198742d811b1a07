import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { RcData, Table } from '#contract/analytics/report.ts';
import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { Query, Question, ReportResponse, TableQuestion } from '#model/query.ts';
import { BreakdownPanel } from '#views/dashboard/BreakdownPanel.tsx';
import { BrowsersOnly } from '#views/dashboard/BrowsersOnly.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import { answered, member, question, row, table, totals } from '../../support/samples.ts';
import { stubbedSelection, stubbedTableRecall } from '../../support/stub-machines.ts';

const silent = { ...totals, server_purchases: 0, server_revenue: 0 };

async function show(data: RcData, browserConversions = false) {
  const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
  const load = fromPromise<ReportResponse<RcData>, { query: Question }>(async () => answered(data));
  const actor = createActor(loaderOf<RcData, Question>().provide({ actors: { load } }), {
    input: { query: { ...question, browserConversions } },
  }).start();
  await expect.poll(() => actor.getSnapshot().hasTag('showing')).toBe(true);
  const { container } = render(<BrowsersOnly actor={actor} selection={selection} />);
  return { container, selection };
}

describe('a shop that reports through the pixel alone', () => {
  it('reads why its revenue is 0, and counts browser conversions with one click', async () => {
    const { selection } = await show({ ...silent, browser_revenue: 86.5, browser_purchases: 2 });
    expect(screen.getByText('No server has reported; 86.50 by browsers.')).toBeDefined();
    await userEvent
      .setup()
      .click(screen.getByRole('button', { name: 'Count browser conversions' }));
    expect(selection.getSnapshot().context.browserConversions).toBe(true);
  });

  it('reads the number of conversions where they have no value', async () => {
    await show({ ...silent, browser_revenue: 0, browser_purchases: 3 });
    expect(screen.getByText('No server has reported; 3 conversions by browsers.')).toBeDefined();
  });

  it.each([
    ['a server has reported', totals, false],
    [
      'a server has reported conversions without a value',
      { ...silent, server_purchases: 1 },
      false,
    ],
    ['no browser has reported either', { ...silent, browser_purchases: 0 }, false],
    ['browser conversions are counted', silent, true],
  ])('reads nothing where %s', async (_, data, isByBrowser) => {
    const { container } = await show(data, isByBrowser);
    expect(container.textContent).toBe('');
  });
});

const silentSums = { server_purchases: 0, server_revenue: 0 };
const silentTotal = { ...table.total, ...silentSums, browser_revenue: 86.5, browser_purchases: 2 };

/** The breakdown of a shop whose rows have no server revenue. */
async function showBreakdown(browserConversions: boolean) {
  const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
  const load = fromPromise<ReportResponse<Table>, { query: TableQuestion }>(
    async ({ input: { query } }) =>
      answered({
        ...table,
        rows: query.isEarning ? [] : [{ ...row, ...silentSums }],
        other: { ...silentTotal, count: query.isEarning ? 1 : 0 },
        total: silentTotal,
      }),
  );
  const actor = createActor(
    breakdownMachine.provide({
      actors: {
        recallTable: stubbedTableRecall,
        rows: loaderOf<Table, TableQuestion>().provide({ actors: { load } }),
      },
    }),
    { input: { question: { ...question, browserConversions } } },
  ).start();
  render(<BreakdownPanel actor={actor} selection={selection} />);
  await screen.findByText('No server has reported; 86.50 by browsers.');
  return { selection, actor };
}

describe('the breakdown of a shop that reports through the pixel alone', () => {
  it('says why it is empty, and one click counts browser conversions and shows their rows', async () => {
    const { selection, actor } = await showBreakdown(false);
    await userEvent
      .setup()
      .click(screen.getByRole('button', { name: 'Count browser conversions' }));
    expect(selection.getSnapshot().context.browserConversions).toBe(true);
    expect(actor.getSnapshot().context.isEarning).toBe(false);
    expect(await screen.findByText(row.label)).toBeDefined();
    expect(screen.queryByText(/No server has reported/)).toBeNull();
  });

  it('only shows the rows where browser conversions are already counted', async () => {
    const { selection } = await showBreakdown(true);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show all rows' }));
    expect(selection.getSnapshot().context.browserConversions).toBe(false);
    expect(await screen.findByText(row.label)).toBeDefined();
  });
});
