import { describe, expect, it } from 'vitest';
import { type GateInput, gateOf } from '#server/split-tests/gate.ts';

const better = { low: 0.001, high: 0.015, halfWidth: 0.007 };
const worse = { low: -0.015, high: -0.001, halfWidth: 0.007 };
const unclear = { low: -0.006, high: 0.008, halfWidth: 0.007 };
const treatment = {
  key: 'B' as const,
  conversions: 1160,
  interval: better,
  expectedLossRel: 0.000002,
  isHarmful: false,
};
const ready: GateInput = {
  control: { value: 0.05, conversions: 1000 },
  contenders: [treatment],
  split: 'healthy',
  isSilent: false,
  days: 16,
  minRuntimeDays: 14,
  maxRuntimeDays: 42,
  minConversions: 25,
  maturity: 0.93,
  mdeRel: 0.1,
};
const failing = (input: GateInput) =>
  gateOf(input)
    .checks.filter(({ holds }) => !holds)
    .map(({ check }) => check);

describe('the gate of a test', () => {
  it('lets a clear winner be shipped', () => {
    expect(gateOf(ready)).toMatchObject({ status: 'ready_ship', winner: 'B' });
    expect(failing(ready)).toEqual([]);
  });

  it.each<[string, Partial<GateInput>, string]>([
    ['whole weeks', { days: 13.9 }, 'weeks'],
    ['a minimum runtime rounded up to weeks', { minRuntimeDays: 15 }, 'weeks'],
    ['conversions of the control', { control: { value: 0.05, conversions: 24 } }, 'conversions'],
    [
      'conversions of the variant',
      { contenders: [{ ...treatment, conversions: 24 }] },
      'conversions',
    ],
    ['maturity', { maturity: 0.79 }, 'maturity'],
    ['any unit', { maturity: null }, 'maturity'],
    ['an interval without 0', { contenders: [{ ...treatment, interval: unclear }] }, 'interval'],
    ['a known interval', { contenders: [{ ...treatment, interval: null }] }, 'interval'],
    ['a small loss', { contenders: [{ ...treatment, expectedLossRel: 0.011 }] }, 'loss'],
  ])('collects until there is %s', (_name, change, check) => {
    expect(gateOf({ ...ready, ...change })).toMatchObject({ status: 'collecting', winner: null });
    expect(failing({ ...ready, ...change })).toContain(check);
  });

  it('is unhealthy while the split is broken or the goal silent, whatever else holds', () => {
    expect(gateOf({ ...ready, split: 'srm' }).status).toBe('unhealthy');
    expect(gateOf({ ...ready, isSilent: true, days: 100 }).status).toBe('unhealthy');
    expect(gateOf({ ...ready, split: 'watch' }).status).toBe('ready_ship');
  });

  it('keeps the control where every treatment is worse or harms', () => {
    const lost = { ...treatment, interval: worse };
    const harmful = { ...treatment, key: 'C' as const, isHarmful: true };
    expect(gateOf({ ...ready, contenders: [lost] }).status).toBe('ready_keep');
    expect(gateOf({ ...ready, contenders: [lost, harmful] }).status).toBe('ready_keep');
    expect(gateOf({ ...ready, contenders: [harmful] }).status).toBe('ready_keep');
    expect(gateOf({ ...ready, contenders: [lost], days: 3 }).status).toBe('collecting');
    // A harmful leader does not hide a harmless one behind it.
    const second = { ...treatment, interval: { ...better, low: 0.0005 } };
    expect(gateOf({ ...ready, contenders: [harmful, second] })).toMatchObject({
      status: 'ready_ship',
      winner: 'B',
    });
  });

  it('is inconclusive at the end of the runtime, or when precise enough with 0 inside', () => {
    const open = { ...ready, contenders: [{ ...treatment, interval: unclear }] };
    expect(gateOf({ ...open, days: 42 }).status).toBe('ready_inconclusive');
    expect(gateOf({ ...open, mdeRel: 0.14 }).status).toBe('ready_inconclusive');
    expect(gateOf({ ...open, mdeRel: 0.139 }).status).toBe('collecting');
    expect(gateOf({ ...open, mdeRel: 0.14, maturity: 0.5 }).status).toBe('collecting');
    const unknown = { ...open, control: { value: null, conversions: 1000 } };
    expect(gateOf({ ...unknown, mdeRel: 0.14 }).status).toBe('collecting');
  });
});
