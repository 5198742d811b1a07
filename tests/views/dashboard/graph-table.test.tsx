import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { GraphPoint } from '#contract/analytics/report.ts';
import type { Annotation } from '#contract/annotations/schemas.ts';
import { GraphTable } from '#views/dashboard/charts/GraphTable.tsx';

const figures = (revenue: number) => ({ revenue, conversion: 1, clicks: 10, cost: null });
const point = (date: number, start: string, before: number | null): GraphPoint => ({
  date,
  start,
  partial: false,
  ...figures(1),
  previous: before === null ? null : figures(before),
});
const show = (points: readonly GraphPoint[]) => {
  render(<GraphTable points={points} currency="USD" height={300} zone="America/New_York" />);
  return screen
    .getAllByRole<HTMLTableRowElement>('row')
    .map(({ cells }) =>
      [...cells].slice(0, 3).map(({ textContent }) => textContent?.replaceAll('\u2212', '-')),
    );
};

it('separates two hours of the same name and compares the second with nothing', () => {
  const rows = show([
    point(0, '2026-11-01T04:00:00Z', 7),
    point(1, '2026-11-01T05:00:00Z', 8),
    point(1, '2026-11-01T06:00:00Z', null),
  ]);
  expect(rows.slice(1)).toEqual([
    ['0:00', '1.00', '7.00'],
    ['1:00 UTC-4', '1.00', '8.00'],
    ['1:00 UTC-5', '1.00', '–'],
    ['Total', '3.00', '15.00'],
  ]);
});

it('has a row for an hour that only the compared day has, and counts it', () => {
  const rows = show([
    point(1, '2026-03-08T06:00:00Z', 7),
    {
      ...point(3, '2026-03-08T07:00:00Z', 8),
      lone_previous: [{ date: 2, start: '2026-03-07T07:00:00Z', ...figures(0.5) }],
    },
  ]);
  expect(rows.slice(1)).toEqual([
    ['1:00', '1.00', '7.00'],
    ['2:00 compared day only', '–', '0.50'],
    ['3:00', '1.00', '8.00'],
    ['Total', '2.00', '15.50'],
  ]);
});

it('adds up of the previous buckets only the counted part', () => {
  const rows = show([
    point(14, '2026-11-20T19:00:00Z', 7),
    { ...point(15, '2026-11-20T20:00:00Z', 8), previous_so_far: figures(2) },
    {
      ...point(16, '2026-11-20T21:00:00Z', 9),
      previous_so_far: figures(0),
      lone_previous: [
        {
          date: 2,
          start: '2026-11-19T20:30:00Z',
          ...figures(4),
          previous_so_far: figures(0.5),
        },
      ],
    },
  ]);
  expect(rows.slice(1)).toEqual([
    ['14:00', '1.00', '7.00'],
    ['15:00', '1.00', '8.00'],
    ['2:00 compared day only', '–', '4.00'],
    ['16:00', '1.00', '9.00'],
    ['Total', '3.00', '9.50'],
  ]);
});

it('shows each note of a row in a line of its own', () => {
  const note = (text: string): Annotation => ({
    id: null,
    project: 7,
    type: 'auto',
    at: '2026-11-20T05:00:00Z',
    text,
    author: null,
    can_change: false,
  });
  const start = '2026-11-20T05:00:00Z';
  const marks = new Map([[start, [note('A pixel was created.'), note('Two were added.')]]]);
  render(
    <GraphTable
      points={[point(0, start, null)]}
      currency="USD"
      height={300}
      zone="America/New_York"
      marks={marks}
    />,
  );
  const told = screen.getAllByText(/^Nov 20, 00:00: /).map(({ textContent }) => textContent);
  expect(told).toEqual(['Nov 20, 00:00: A pixel was created.', 'Nov 20, 00:00: Two were added.']);
});
