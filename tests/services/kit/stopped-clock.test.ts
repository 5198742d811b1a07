import { describe, expect, it } from 'vitest';
import { clockOf } from '#services/kit/stopped-clock.ts';

describe('the clock of the browser', () => {
  it('stops where the server’s does', () => {
    const now = clockOf({ __CONF__: { now: '2026-11-20T15:00:00Z' } });
    expect([now(), now()]).toEqual(Array(2).fill(Date.parse('2026-11-20T15:00:00Z')));
  });

  it.each([[{}], [{ now: 'soon' }], [{ now: 7 }], [null], [undefined]])(
    'continues with %j',
    (__CONF__) => {
      expect(clockOf({ __CONF__ })).toBe(Date.now);
    },
  );
});
