import { expect, it } from 'vitest';
import { type Definition, definitionSchema } from '#contract/funnels/definition.ts';
import { reportFigures } from '#server/funnels/report/figures.ts';
import { rankedSteps } from '#server/funnels/report/opportunities.ts';

const slugs = ['lander', 'checkout', 'order', 'upsell'];

const definitionOf = (expected: readonly (number | null)[] = []): Definition =>
  definitionSchema.parse({
    count_by: 'visitor',
    window_minutes: 60,
    steps: slugs.map((slug, index) => ({
      slug,
      name: slug,
      kind: 'custom',
      matcher: { any: [{ event: slug }] },
      expected_rate: expected[index] ?? null,
    })),
  });

/** Everybody who converted paid 64. */
const figures = {
  steps: [10_000, 4_200, 900, 540].map((reached) => ({
    reached,
    revenue: '34560',
    median: null,
    p90: null,
  })),
  excluded: 0,
  open: 0,
};

it('says what one point more is worth, which differs by step', () => {
  const definition = definitionOf();
  const ranked = rankedSteps(definition, { figures, groups: [], places: 2, isPaid: true });
  const bySlug = new Map(ranked.map(({ slug, one_point }) => [slug, one_point]));
  expect(slugs.map((slug) => bySlug.get(slug))).toEqual([undefined, 822.86, 1_612.8, 576]);
});

it('gains by reaching the expected rate; steps without a benchmark come last', () => {
  const definition = definitionOf([null, 0.46, null, 0.5]);
  const [first, second, third] = rankedSteps(definition, {
    figures,
    groups: [],
    places: 2,
    isPaid: true,
  });
  expect(first).toMatchObject({
    ...{ slug: 'checkout', benchmark: 0.46, benchmark_from: 'expected' },
    ...{ breakdown: null, reached_before: 10_000, gain: 3_291.43 },
  });
  expect(second).toMatchObject({ slug: 'upsell', benchmark: 0.5, gain: 0 });
  expect(third).toMatchObject({ slug: 'order', benchmark: null, gain: null });
});

it('takes the rate that a quarter of the larger groups exceed, drawn towards that of everybody', () => {
  const definition = definitionOf();
  const groups = [0.3, 0.4, 0.5, 0.6, 0.7].map((rate, index) => ({
    by: 'device' as const,
    key: `device ${index}`,
    reached: [1_800, 1_800 * rate, 0, 0],
  }));
  const ranked = rankedSteps(definition, { figures, groups, places: 2, isPaid: true });
  expect(ranked.find(({ slug }) => slug === 'checkout')).toMatchObject({
    ...{ benchmark_from: 'groups', breakdown: 'device' },
    // (1,080 + 200 × 0.42) / 2,000
    benchmark: 0.582,
  });
});

it('divides money by people, and knows none where it is unknown', () => {
  const definition = definitionOf();
  const { steps, totals } = reportFigures(definition, figures, {
    cost: '4200',
    places: 2,
    isPaid: true,
  });
  expect(totals).toMatchObject({ epc: 3.46, cpa: 7.78, cost: 4_200, rate: 0.054 });
  expect(totals.roas).toBeCloseTo(8.228_571, 6);
  expect(steps[1]).toMatchObject({
    ...{ step_rate: 0.42, dropped: 5_800, cost_per_person: 1, value_per_person: 8.23 },
    revenue_at_stake: 47_725.71,
  });
  const unknown = reportFigures(definition, figures, { cost: null, places: 2, isPaid: true });
  expect(unknown.totals).toMatchObject({ cost: null, cpa: null, roas: null });
  expect(unknown.steps[1]?.cost_per_person).toBeNull();
});

it('ranks by people who would convert where no step takes the conversion', () => {
  const definition = definitionOf([null, 0.43, 0.3, null]);
  const counted = { figures, groups: [], places: 2, isPaid: false };
  const ranked = rankedSteps(definition, counted);
  expect(ranked.map(({ slug, gain, gain_converted }) => [slug, gain, gain_converted])).toEqual([
    ['order', null, 216],
    ['checkout', null, 12.86],
    ['upsell', null, null],
  ]);
  expect(ranked[0]).toMatchObject({
    ...{ one_point: null, one_point_converted: 25.2, value_per_person: null },
  });
});

it('does not know what a step is worth that nobody reached', () => {
  const steps = figures.steps.map((step, index) =>
    index < 3 ? step : { ...step, reached: 0, revenue: '0' },
  );
  const counted = { figures: { ...figures, steps }, groups: [], places: 2, isPaid: true };
  const ranked = rankedSteps(definitionOf([null, null, null, 0.5]), counted);
  expect(ranked.find(({ slug }) => slug === 'upsell')).toMatchObject({
    ...{ gain: null, gain_converted: null, one_point: null, one_point_converted: null },
  });
});
