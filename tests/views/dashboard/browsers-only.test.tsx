import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { RcData } from '#contract/analytics/report.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { Query, Question, ReportResponse } from '#model/query.ts';
import { BrowsersOnly } from '#views/dashboard/BrowsersOnly.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import { answered, member, question, totals } from '../../support/samples.ts';
import { stubbedSelection } from '../../support/stub-machines.ts';

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
