import { describe, expect, it } from 'vitest';
import type { FunnelReport, Opportunities, StepHealth } from '#contract/funnels/report.ts';
import { adviceOf } from '#views/funnels/report/advice.ts';
import {
  funnelReport,
  opportunities,
  silentHealth,
  silentReport,
} from '../../support/funnel-report.ts';

const withHealth = (health: StepHealth): FunnelReport => ({
  ...funnelReport,
  steps: funnelReport.steps.map((step) => (step.slug === 'checkout' ? { ...step, health } : step)),
});
const [best, other] = opportunities.steps;
const only = (change: Partial<Opportunities['steps'][number]>): Opportunities =>
  best ? { is_paid: true, silent: [], steps: [{ ...best, ...change }] } : opportunities;

describe('what to do now', () => {
  it('is to check the pixel of a silent step, whatever could be gained', () => {
    expect(adviceOf(silentReport, opportunities)).toEqual({
      kind: 'pixel',
      title: 'Checkout has been silent since 14:00',
      text: 'Check the pixel: no event arrives, so this is not a loss.',
    });
    const yesterday = withHealth({ ...silentHealth, since: '2026-11-19T19:00:00.000Z' });
    expect(adviceOf(yesterday, null)?.title).toBe(
      'Checkout has been silent since Nov 19, 2026, 14:00',
    );
    const never = withHealth({ ...silentHealth, since: null });
    expect(adviceOf(never, null)?.title).toBe('Checkout has been silent');
  });

  it('is to check the pixel of a step with far fewer events before its drop is read', () => {
    const low = withHealth({ ...silentHealth, state: 'low', since: null, seen: 3, expected: 41.2 });
    expect(adviceOf(low, opportunities)).toMatchObject({
      kind: 'pixel',
      title: 'Checkout gets far fewer events than usual: 3 instead of about 41',
    });
  });

  it('is the step with the largest gain, else the one whose point is worth most', () => {
    expect(adviceOf(funnelReport, opportunities)?.title).toBe(
      'Work on Purchase: 12,288.50 USD to gain',
    );
    expect(adviceOf(funnelReport, only({ benchmark_from: 'expected' }))?.text).toBe(
      '21.4\u00a0% go on to it. You expect 26.0\u00a0%.',
    );
    const none = { ...opportunities, steps: other ? [other] : [] };
    expect(adviceOf(funnelReport, none)?.title).toBe(
      'Work on Checkout: one point more is worth 1,371.00 USD',
    );
  });

  it('counts people who would convert where no step takes the conversion', () => {
    const unpaid = (change: Partial<Opportunities['steps'][number]>): Opportunities => ({
      ...only({ gain: null, one_point: null, value_per_person: null, ...change }),
      is_paid: false,
    });
    expect(adviceOf(funnelReport, unpaid({}))?.title).toBe(
      'Work on Purchase: 192 more people would convert',
    );
    expect(adviceOf(funnelReport, unpaid({ gain_converted: null }))?.title).toBe(
      'Work on Purchase: with one point more 42 more people would convert',
    );
    const few = unpaid({ gain_converted: 0.4, one_point_converted: 0.2 });
    expect(adviceOf(funnelReport, few)).toBeNull();
  });

  it('is nothing without revenue, without opportunities and while they load', () => {
    expect(adviceOf(funnelReport, only({ gain: null, one_point: 0 }))).toBeNull();
    expect(adviceOf(funnelReport, { is_paid: true, steps: [], silent: [] })).toBeNull();
    expect(adviceOf(funnelReport, null)).toBeNull();
  });
});
