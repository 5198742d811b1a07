import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { GraphPoint } from '#contract/analytics/report.ts';
import { annotationsMachine } from '#machines/dashboard/annotations.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { Freshness, Query, Question, ReportResponse } from '#model/query.ts';
import { GraphPanel } from '#views/dashboard/GraphPanel.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import {
  annotations,
  answered,
  freshness,
  graph,
  member,
  question,
} from '../../support/samples.ts';
import { stubbedSelection } from '../../support/stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

/** Four days, the last of which is still changing. */
const days: GraphPoint[] = [14, 15, 16, 17].map((day) => ({
  date: `2026-11-${day}`,
  start: `2026-11-${day}T05:00:00Z`,
  revenue: day * 10,
  conversion: day,
  clicks: day * 30,
  cost: day * 4,
  partial: false,
  settled: day === 17 ? 0.72 : 1,
  previous: null,
}));

async function open(points = graph, about: Partial<Freshness> = {}) {
  const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
  const load = fromPromise<ReportResponse<GraphPoint[]>, { query: Question }>(async () => ({
    ...answered(points),
    freshness: { ...freshness, ...about },
  }));
  const actor = createActor(loaderOf<GraphPoint[], Question>().provide({ actors: { load } }), {
    input: { query: question },
  }).start();
  const { container } = render(<GraphPanel actor={actor} selection={selection} />);
  const slider = await screen.findByRole('slider', { name: 'Point in time' });
  return { user: userEvent.setup(), slider, container, selection };
}

async function openWithNotes(role: string) {
  const [project, ...others] = member.projects;
  const projects = project ? [{ ...project, role }, ...others] : others;
  const selection = createActor(stubbedSelection, {
    input: { member: { ...member, projects }, facts: {}, parent },
  }).start();
  const load = fromPromise<ReportResponse<GraphPoint[]>, { query: Question }>(async () =>
    answered(graph),
  );
  const actor = createActor(loaderOf<GraphPoint[], Question>().provide({ actors: { load } }), {
    input: { query: question },
  }).start();
  const clock = new SimulatedClock();
  const notes = createActor(
    annotationsMachine.provide({
      actors: { readEntries: fromPromise(async () => ({ rows: annotations })) },
    }),
    { input: { scope: question }, clock },
  ).start();
  clock.increment(300);
  render(<GraphPanel actor={actor} selection={selection} notes={notes} />);
  const slider = await screen.findByRole('slider', { name: 'Point in time' });
  await screen.findByRole('list', { name: 'Notes' });
  return { user: userEvent.setup(), slider, notes };
}

describe('notes', () => {
  it('are read out and shown with their bucket', async () => {
    const { user, slider } = await openWithNotes('viewer');
    slider.focus();
    await user.keyboard('{Home}');
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /Clicks 210, Nov 20, 00:12: Raised the budget$/,
    );
    expect(screen.getByText('Raised the budget')).toBeDefined();
  });

  it('are one tab stop with arrow keys from flag to flag', async () => {
    const { user, slider } = await openWithNotes('owner');
    slider.focus();
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Raised the budget$/);
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/added as an affiliate/);
    await user.tab();
    expect(document.activeElement?.classList.contains('flag')).toBe(false);
  });

  it('are a column of the table view', async () => {
    const { user } = await openWithNotes('owner');
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const row = screen.getByRole('row', { name: /^15:00/ });
    expect(within(row).getAllByRole('cell').at(-1)?.textContent).toBe(
      'Nov 20, 15:02: North Media was added as an affiliate.',
    );
  });

  it('cannot be changed when they are automatic', async () => {
    const { user } = await openWithNotes('owner');
    await user.click(screen.getByRole('button', { name: /added as an affiliate/ }));
    const list = within(await screen.findByRole('dialog', { name: 'Notes' }));
    expect(list.getByText(/automatic$/)).toBeDefined();
    expect(list.queryAllByRole('button')).toEqual([]);
  });

  it('are added from the menu, by members who may', async () => {
    const { user, notes } = await openWithNotes('buyer');
    await user.click(screen.getByRole('button', { name: 'Menu of over time' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Add note/ }));
    expect(notes.getSnapshot().context.draft).toEqual({ at: '2026-11-20T20:14:05Z', text: '' });
    const when = await screen.findByLabelText<HTMLInputElement>('When');
    expect(when.value).toBe('2026-11-20T15:14');
  });

  it('are read-only for members who may not write', async () => {
    const { user, slider, notes } = await openWithNotes('viewer');
    slider.focus();
    await user.keyboard('n');
    expect(notes.getSnapshot().hasTag('writing')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Menu of over time' }));
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitem', { name: /^Add note/ })).toBeNull();
  });

  it('are kept within the visible range', async () => {
    const { user, slider, notes } = await openWithNotes('owner');
    slider.focus();
    await user.keyboard('{Home}n');
    await user.type(await screen.findByRole('textbox', { name: 'What happened' }), 'Sale');
    const when = screen.getByLabelText('When');
    fireEvent.change(when, { target: { value: '2026-11-21T00:00' } });
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText(/^Choose a time within Nov 20, 2026\.$/)).toBeDefined();
    expect(notes.getSnapshot().matches({ ready: 'writing' })).toBe(true);
  });
});

describe('the graph', () => {
  it('leaves future buckets blank and draws the running one separately', async () => {
    const { container } = await open();
    const bars = container.querySelectorAll('.pane-bar');
    expect(bars).toHaveLength(graph.filter(({ clicks }) => clicks !== null).length);
    expect(container.querySelectorAll('.pane-bar.pane-running')).toHaveLength(1);
    expect(container.querySelectorAll('.pane-line.pane-running')).toHaveLength(2);
  });

  it('is read with the arrow keys', async () => {
    const { user, slider } = await open();
    slider.focus();
    await user.keyboard('{Home}');
    expect(slider.getAttribute('aria-valuetext')).toBe(
      '0:00 to 0:59, Revenue 340.00, Conversions 4, Clicks 210',
    );
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^16:00 .* Revenue not yet/);
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByText('still running')).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('still running')).toBeNull();
  });

  it('hides a series by its legend and keeps the last one', async () => {
    const { user, slider } = await open();
    const legend = within(screen.getByRole('group', { name: 'Series' }));
    await user.click(legend.getByRole('button', { name: 'Clicks' }));
    await user.click(legend.getByRole('button', { name: 'Revenue' }));
    slider.focus();
    await user.keyboard('{Home}');
    expect(slider.getAttribute('aria-valuetext')).toBe('0:00 to 0:59, Conversions 4');
    expect(legend.getByRole('button', { name: 'Conversions' }).matches(':disabled')).toBe(true);
  });

  it('has a table view with the same figures and their sums', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const table = within(screen.getByRole('table'));
    const cells = (name: RegExp) =>
      within(table.getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells(/^0:00/)).toEqual(['340.00', '251.10', '4', '3', '210', '198', '–', '–']);
    expect(cells(/^16:00/)).toEqual(['–', '940.20', '–', '11', '–', '350', '–', '–']);
    expect(cells(/^Total/)).toEqual(['511.00', '1,892.30', '6', '23', '271', '892', '–', '–']);
  });

  it('shows the cost of days on demand, and says that hours have none', async () => {
    const { user, slider } = await open(days, { granularity: 'day' });
    expect(slider.getAttribute('aria-valuetext')).not.toContain('Cost');
    await user.click(screen.getByRole('button', { name: 'Cost' }));
    expect(slider.getAttribute('aria-valuetext')).toContain('Cost 68.00');
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const cells = within(screen.getByRole('row', { name: /^Total/ })).getAllByRole('cell');
    expect(cells.at(-1)?.textContent).toBe('248.00');
    cleanup();
    const hours = await open();
    await hours.user.click(screen.getByRole('button', { name: 'Cost' }));
    expect(screen.getByText('unknown here')).toBeDefined();
    hours.slider.focus();
    await hours.user.keyboard('{Home}');
    expect(hours.slider.getAttribute('aria-valuetext')).toContain('Cost unknown');
    await hours.user.keyboard('{End}');
    expect(hours.slider.getAttribute('aria-valuetext')).toContain('Cost not yet');
  });

  it('zooms into the hours chosen with the keyboard, and back', async () => {
    const { user, slider } = await open();
    slider.focus();
    await user.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}');
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /chosen from 0:00 to 0:59 to 15:00 to 15:59$/,
    );
    await user.keyboard('{Enter}');
    expect(slider.getAttribute('aria-valuemax')).toBe('1');
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(screen.queryByRole('row', { name: /^16:00/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All hours' }));
    expect(screen.getByRole('row', { name: /^16:00/ })).toBeDefined();
  });

  it('requests the chosen days only, and returns to the range before', async () => {
    const { user, slider, selection } = await open(days);
    const range = () => selection.getSnapshot().context.range;
    const before = range();
    slider.focus();
    await user.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{/Shift}{Enter}');
    expect(range()).toEqual({ start: '2026-11-15', end: '2026-11-16' });
    await user.click(screen.getByRole('button', { name: 'Back to the range before' }));
    expect(range()).toEqual(before);
    slider.focus();
    await user.keyboard('{Home}{Enter}');
    expect(range()).toEqual({ start: '2026-11-14', end: '2026-11-14' });
    selection.send({ type: 'range.choose', range: 'yesterday' });
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Back to the range before' })).toBeNull();
    });
  });

  it('marks the buckets whose conversions have not all arrived', async () => {
    const { user, slider, container } = await open(days);
    expect(container.querySelectorAll('.graph-moving')).toHaveLength(1);
    slider.focus();
    await user.keyboard('{End}');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/72\.0\s% settled$/);
  });

  it('names the exact dates of its comparison', async () => {
    await open();
    const told = screen.getByText(/^Compared with/).textContent;
    expect(told).toBe('Compared with Nov 19, 2026, 00:00 – 15:14; each hour with a whole one');
  });

  it.each([
    [
      '2026-11-02',
      'Compared with Nov 2 – 7, 2026; its last 2 days are not shown here and count in the totals only',
    ],
    [
      '2026-11-03',
      'Compared with Nov 3 – 7, 2026; its last day is not shown here and counts in the totals only',
    ],
    ['2026-11-04', 'Compared with Nov 4 – 7, 2026'],
    ['2026-11-06', 'Compared with Nov 6 – 7, 2026'],
  ])('reports days that a comparison from %s has and the graph does not', async (from, told) => {
    const previous = { revenue: 1, conversion: 1, clicks: 1, cost: 1 };
    const compare = {
      mode: 'custom' as const,
      utc_from: `${from}T05:00:00Z`,
      utc_to: '2026-11-08T05:00:00Z',
    };
    const compared = days.map((point) => ({ ...point, previous }));
    const { user } = await open(compared, { granularity: 'day', compare });
    expect(screen.getByText(/^Compared with/).textContent).toBe(told);
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(screen.getByText(/^Compared with/).textContent).toBe(told);
    const total = within(screen.getByRole('rowheader', { name: /^Total/ }));
    expect(total.queryByText('of these rows') !== null).toBe(told.includes('not shown'));
  });

  it.each(['last_year', 'same_elapsed', 'previous'] as const)(
    'says where 29 February counts that only the days of %s have',
    async (mode) => {
      const compare = {
        mode,
        utc_from: '2026-11-03T05:00:00Z',
        utc_to: '2026-11-08T05:00:00Z',
      };
      await open(days, { granularity: 'day', compare });
      expect(screen.getByText(/^Compared with/).textContent).toBe(
        'Compared with Nov 3 – 7, 2026; February 29 counts in the totals',
      );
    },
  );
});
