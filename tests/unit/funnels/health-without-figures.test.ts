import { expect, it } from 'vitest';
import { healthWithoutFigures } from '#server/funnels/report/health-without-figures.ts';

it('tells members of an affiliate the state of a step and nothing of the events of others', () => {
  const checked_at = '2026-11-20T12:00:00.000Z';
  const health = new Map([
    [
      'lead',
      {
        state: 'silent' as const,
        since: '2026-11-20T09:00:00.000Z',
        seen: 0,
        expected: 18,
        checked_at,
      },
    ],
  ]);
  expect([...healthWithoutFigures(health)]).toEqual([
    ['lead', { state: 'silent', since: null, seen: null, expected: null, checked_at }],
  ]);
});
