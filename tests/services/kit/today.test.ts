import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { addDays, dayAt, startOfDay } from '#contract/period.ts';
import { selectionMachine } from '#machines/selection/selection.ts';
import type { Query } from '#model/query.ts';
import { watchClock } from '#services/kit/clock.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { member } from '../../support/samples.ts';

/** UTC+14 to UTC-12: these names have the opposite sign. */
const full = Array.from({ length: 27 }, (_, index) => index - 14);
const zones = [
  ...full.map((hours) => `Etc/GMT${hours < 0 ? hours : `+${hours}`}`),
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
];

/** The end of a year, a leap day, days with a clock change, and an ordinary one. */
const days = ['2026-12-31', '2028-02-29', '2026-03-08', '2026-11-01', '2026-11-20'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(timezone: string) {
  const { parent, told } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const selection = createActor(
    selectionMachine.provide({
      actors: { clock: watchClock(Date.now), address: fromCallback(() => {}) },
    }),
    { input: { member, facts: { timezone }, parent } },
  ).start();
  return { selection, period: () => told().at(-1)?.query?.period };
}

describe('today', () => {
  it.each(zones)('rolls over within 5 s of midnight in %s', (zone) => {
    for (const day of days) {
      const next = addDays(day, 1);
      const midnight = startOfDay(next, zone).getTime();
      vi.setSystemTime(midnight - 3_000);
      const { selection, period } = open(zone);
      expect(period()).toEqual({ start: day, end: day });
      vi.advanceTimersByTime(2_999);
      expect(period()).toEqual({ start: day, end: day });
      vi.advanceTimersByTime(5_001);
      expect(period()).toEqual({ start: next, end: next });
      expect(dayAt(new Date(), zone)).toBe(next);
      selection.stop();
    }
  });

  it('does not move a custom range', () => {
    vi.setSystemTime(Date.parse('2026-11-20T23:59:58Z'));
    const { selection, period } = open('UTC');
    const chosen = { start: '2026-11-01', end: '2026-11-20' };
    selection.send({ type: 'range.choose', range: chosen });
    vi.advanceTimersByTime(60_000);
    expect(period()).toEqual(chosen);
    selection.stop();
  });
});
