import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { HeatGrid } from '#views/dashboard/heat/HeatGrid.tsx';
import { shadesOf } from '#views/kit/maps/shades.ts';
import { weekdayHoursGestures } from '../../support/gestures/dashboard/weekday-hours.ts';
import { weekHours } from '../../support/samples.ts';
import { weekdayHoursScene } from '../../support/scenes/dashboard/weekday-hours.tsx';
import { walkView } from '../../support/view-walk.tsx';

walkView(weekdayHoursScene, {
  gestures: weekdayHoursGestures,
  sees: (state) => {
    const isOpen = state.matches('open');
    expect(screen.queryByRole('button', { name: 'Show hours of the week' }) === null).toBe(isOpen);
    if (!isOpen) return;
    const title = state.context.measure === 'clicks' ? 'Clicks' : 'Revenue';
    expect(screen.getByRole('table', { name: `${title} by weekday and hour` })).toBeDefined();
  },
});

describe('the hours of the week', () => {
  const shown = (isUpright: boolean) =>
    render(
      <HeatGrid
        rows={weekHours}
        measure="revenue"
        shades={shadesOf(weekHours.map(({ revenue }) => revenue))}
        currency="USD"
        zone="America/New_York"
        isUpright={isUpright}
      />,
    );
  const field = (name: RegExp) => screen.getByRole('button', { name });
  const focused = () => document.activeElement?.getAttribute('aria-label');

  it.each([
    ['across', false, [8, 25]],
    ['down', true, [25, 8]],
  ] as const)('has a field for each hour, hours %s', (_, isUpright, [lines, fields]) => {
    shown(isUpright);
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(lines);
    expect(rows[1]?.children).toHaveLength(fields);
    expect(screen.getAllByRole('button')).toHaveLength(168);
  });

  it('names the value of an hour, and that nothing happened in another', () => {
    shown(false);
    expect(field(/^Monday, 14:00, Revenue 120\.00, show its rows$/).dataset).toMatchObject({
      figure: 'revenue',
      depth: '5',
    });
    const silent = field(/^Tuesday, 03:00, Revenue none$/);
    expect(silent.getAttribute('aria-disabled')).toBe('true');
    expect(silent.dataset.figure).toBeUndefined();
  });

  it('opens the rows of an hour of a weekday', () => {
    shown(false);
    expect(JSON.parse(field(/^Monday, 14:00/).closest('td')?.dataset.cell ?? '')).toEqual([
      { grouping: 'weekday', key: '1' },
      { grouping: 'hour_of_day', key: '14' },
    ]);
  });

  it('is one stop, and arrow keys walk through it', async () => {
    const user = userEvent.setup();
    shown(false);
    await user.tab();
    expect(focused()).toMatch(/^Monday, 00:00/);
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(focused()).toMatch(/^Tuesday, 01:00/);
    await user.keyboard('{End}{ArrowRight}');
    expect(focused()).toMatch(/^Tuesday, 23:00/);
    await user.keyboard('{Home}{ArrowUp}{ArrowUp}');
    expect(focused()).toMatch(/^Monday, 00:00/);
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('shows every figure of the hour that is pointed at or has the focus', async () => {
    const user = userEvent.setup();
    const { container } = shown(false);
    expect(container.textContent).toContain('Hours are those of the clock in America/New York.');
    await user.hover(field(/^Monday, 14:00/));
    expect(container.textContent).toContain(
      'Monday, 14:00 Revenue 120.00, Conversions 2, Clicks 40, Conv. rate 5.0',
    );
    await user.hover(field(/^Tuesday, 03:00/));
    expect(container.textContent).toContain('Nothing happened in this hour.');
  });
});
