import { expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import { overEvents } from '#server/analytics/rewriting/event-hour.ts';

it('knows that every event has an hour', () => {
  const { cube, dimensions } = readModel();
  const clock = dimensions.get('hour_of_day')?.expression ?? '';
  expect(clock).toContain(`${cube}.has_hour`);
  expect(overEvents(clock, cube)).not.toContain('has_hour');
  expect(overEvents('if(s.has_hour = 1, 2, 3)', 's')).toBe('if(1 = 1, 2, 3)');
});
