import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { GraphPanel } from '#views/dashboard/GraphPanel.tsx';
import { recorder } from '../support/recorder.ts';
import { graph, member, question } from '../support/samples.ts';
import { dashboardChildren, selectionStage } from '../support/stage.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();

async function open() {
  const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();
  const actor = createActor(dashboardChildren.graph, { input: { query: question } }).start();
  const { container } = render(<GraphPanel actor={actor} selection={selection} />);
  const slider = await screen.findByRole('slider', { name: 'Point in time' });
  return { user: userEvent.setup(), slider, container };
}

describe('the graph', () => {
  it('leaves future buckets blank and draws the running one apart', async () => {
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

  it('has a twin in rows with the same figures and their sums', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const table = within(screen.getByRole('table'));
    const cells = (name: RegExp) =>
      within(table.getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells(/^0:00/)).toEqual(['340.00', '251.10', '4', '3', '210', '198']);
    expect(cells(/^16:00/)).toEqual(['–', '940.20', '–', '11', '–', '350']);
    expect(cells(/^Total/)).toEqual(['511.00', '1,892.30', '6', '23', '271', '892']);
  });

  it('names what it is compared with by its exact dates', async () => {
    await open();
    expect(screen.getByText(/Compared with Nov 19, 2026, 00:00 – 15:14/)).toBeDefined();
  });
});
