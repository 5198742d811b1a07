import { describe, expect, it } from 'vitest';
import { createRandom } from '#server/demo/random.ts';
import { chanceOfAtMost } from '#server/funnels/health/count-tail.ts';
import { type Flow, verdictOf } from '#server/funnels/health/flow-verdict.ts';

const hours = 96;
const random = createRandom('the flow of a step');

type Traffic = {
  /** The usual events of an hour. */
  rate: number;
  /** The deviation of a day's level, as a logarithm; hours differ half as much. */
  sway?: number;
};

/** Hours with a daily rhythm whose level differs from day to day and from hour to hour. */
function countsOf({ rate, sway = 0 }: Traffic): number[] {
  let level = 1;
  return Array.from({ length: hours }, (_, hour) => {
    if (hour % 24 === 0) level = random.skewed(1, sway);
    const rhythm = 1 + 0.7 * Math.sin((hour / 24) * 2 * Math.PI);
    return random.count(rate * rhythm * level * random.skewed(1, sway / 2));
  });
}
const flowOf = (traffic: Traffic): Flow => ({
  recent: countsOf(traffic),
  weeks: Array.from({ length: 4 }, () => countsOf(traffic)),
});
const since = (flow: Flow, hour: number, share: number): Flow => ({
  ...flow,
  recent: flow.recent.map((count, index) => (index < hour ? Math.floor(count * share) : count)),
});

describe('the chance of few events', () => {
  it.each([
    [0, { mean: 8, variance: 8 }, Math.exp(-8)],
    [2, { mean: 3, variance: 1 }, Math.exp(-3) * (1 + 3 + 4.5)],
    [0, { mean: 8, variance: 16 }, 0.5 ** 8],
    [1, { mean: 1, variance: 2 }, 0.75],
    [0, { mean: 0, variance: 0 }, 1],
  ])('of at most %i where %o is expected', (count, expectation, chance) => {
    expect(chanceOfAtMost(count, expectation)).toBeCloseTo(chance, 12);
  });

  it('grows with the variance', () => {
    const chances = [30, 30.01, 60, 300].map((variance) =>
      chanceOfAtMost(12, { mean: 30, variance }),
    );
    expect(chances).toEqual([...chances].sort((a, b) => a - b));
  });
});

describe('the flow of a step', () => {
  it.each([
    ['Poisson, 1 an hour', { rate: 1 }],
    ['Poisson, 5 an hour', { rate: 5 }],
    ['Poisson, 100 an hour', { rate: 100 }],
    ['uneven days, 5 an hour', { rate: 5, sway: 0.3 }],
    ['uneven days, 100 an hour', { rate: 100, sway: 0.3 }],
  ])('is seldom called silent or low while events come as usual: %s', (_, traffic) => {
    const states = Array.from({ length: 1_000 }, () => verdictOf(flowOf(traffic)).state);
    const alarms = states.filter((state) => state === 'silent' || state === 'low');
    expect(alarms.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['1 an hour', { rate: 1 }, 72],
    ['5 an hour', { rate: 5 }, 24],
    ['100 an hour', { rate: 100 }, 12],
    ['uneven days', { rate: 20, sway: 0.3 }, 30],
  ])('is silent after its events stopped: %s', (_, traffic, hour) => {
    const states = Array.from(
      { length: 200 },
      () => verdictOf(since(flowOf(traffic), hour, 0)).state,
    );
    expect(states.filter((state) => state === 'silent').length).toBeGreaterThanOrEqual(195);
  });

  it('is quiet as soon as one window is very unlikely to stay empty', () => {
    const steady = { recent: Array(hours).fill(40), weeks: Array(4).fill(Array(hours).fill(40)) };
    expect(verdictOf(since(steady, 1, 0))).toEqual({
      state: 'ok',
      isQuiet: true,
      seen: 0,
      expected: 40,
    });
    expect(verdictOf(since(steady, 2, 0))).toMatchObject({ state: 'silent', isQuiet: true });
  });

  it('is low while a fifth of the events comes', () => {
    const steady = { recent: Array(hours).fill(40), weeks: Array(4).fill(Array(hours).fill(40)) };
    expect(verdictOf(since(steady, 6, 0.2))).toEqual({
      state: 'low',
      isQuiet: false,
      seen: 24,
      expected: 120,
    });
    expect(verdictOf(since(steady, 3, 0.2)).state).toBe('ok');
    expect(verdictOf(since(steady, 6, 0.8)).state).toBe('ok');
  });

  it('is unknown where too few events are expected', () => {
    const rare = { recent: Array(hours).fill(0), weeks: Array(4).fill(Array(hours).fill(0.05)) };
    expect(verdictOf(rare)).toEqual({
      state: 'unknown',
      isQuiet: false,
      seen: null,
      expected: null,
    });
  });

  it('is unknown without two weeks to compare with', () => {
    const one = { recent: Array(hours).fill(0), weeks: [Array(hours).fill(40)] };
    expect(verdictOf(one).state).toBe('unknown');
  });

  it('expects less where fewer people came to an earlier step', () => {
    const weeks = Array(4).fill(Array(hours).fill(40));
    const flow = (count: number): Flow => ({ recent: Array(hours).fill(count), weeks });
    expect(verdictOf(flow(4)).state).toBe('low');
    expect(verdictOf(flow(4), flow(4)).state).toBe('ok');
    expect(verdictOf(flow(4), flow(80)).state).toBe('low');
    expect(verdictOf(flow(0), flow(20)).state).toBe('silent');
    expect(verdictOf(flow(0), flow(0)).state).toBe('unknown');
  });
});
