import { expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import { overCube } from '#server/analytics/rewriting/model-names.ts';
import { inZone, withZoneMark, zoneMark } from '#server/analytics/rewriting/zone-mark.ts';
import { Parameters } from '#server/warehouse/parameters.ts';

const written = "toHour({SQL_UTILS.convertTz('{CUBE}.event_time')})";

it('puts the zone of the query where Cube would put it', () => {
  const expression = overCube(withZoneMark(written), 's');
  expect(expression).toBe('toHour(toTimeZone(s.event_time, {zone}))');
  const parameters = new Parameters();
  expect(inZone(expression, 'Asia/Kathmandu', parameters)).toBe(
    'toHour(toTimeZone(s.event_time, {p0:String}))',
  );
  expect(parameters.values).toEqual({ p0: 'Asia/Kathmandu' });
});

it('adds no value where no zone is needed', () => {
  const parameters = new Parameters();
  expect(inZone('s.country', 'UTC', parameters)).toBe('s.country');
  expect(parameters.values).toEqual({});
});

it.each([
  '{SQL_UTILS.convertTz({CUBE}.event_time)}',
  "{SQL_UTILS.convertTimezone('{CUBE}.event_time')}",
])('is refused in another form: %s', (sql) => {
  expect(() => overCube(withZoneMark(sql), 's')).toThrow('something unknown');
});

it('is found in the hour and the weekday that the product ships', () => {
  const marked = [...readModel().dimensions.values()].filter(({ expression }) =>
    expression.includes(zoneMark),
  );
  expect(marked.length).toBeGreaterThan(1);
});
