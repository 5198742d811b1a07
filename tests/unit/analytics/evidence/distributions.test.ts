import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaBelow, betaQuantile } from '#server/analytics/evidence/beta.ts';
import { gammaBelow, gammaQuantile } from '#server/analytics/evidence/gamma.ts';
import { logGamma } from '#server/analytics/evidence/log-gamma.ts';

// mpmath 1.3 with 40 digits, SciPy 1.17 for the quantiles and the beta function.
const logGammas: [x: number, value: number][] = [
  [0.001, 6.907178885383853],
  [0.5, 0.5723649429247001],
  [1.5, -0.12078223763524522],
  [3.7, 1.428072326665388],
  [9.99, 12.779315214350193],
  [57.3, 173.5638682796914],
  [10_000, 82099.71749644238],
  [1e8, 1742068066.1038346],
];
const gammaShares: [shape: number, x: number, below: number][] = [
  [0.5, 0.05, 0.24817036595415073],
  [0.5, 1, 0.8427007929497149],
  [1, 0.1, 0.09516258196404043],
  [1.5, 3, 0.8883897749052875],
  [7.25, 0.725, 6.15250252320576e-6],
  [7.25, 7.25, 0.54941380334498],
  [40.5, 4.05, 1.4818383821820247e-26],
  [40.5, 42.525, 0.6425334786036339],
  [1000.5, 900.45, 0.0005483108210033851],
  [1_000_000, 1_000_000, 0.5001329807608725],
];
const gammaQuantiles: [shape: number, probability: number, value: number][] = [
  [0.5, 0.001, 7.853985746312461e-7],
  [0.5, 0.025, 0.0004910345585876278],
  [0.5, 0.975, 2.511943093657444],
  [1, 0.025, 0.025317807984289876],
  [1.5, 0.025, 0.10789764131194893],
  [7.25, 0.975, 13.402656819470307],
  [40.5, 0.5, 40.1671588031074],
  [1000.5, 0.025, 939.4575241441688],
  [1_000_000, 0.975, 1001960.9109654503],
  [33_000_000, 0.025, 32988741.811288726],
];
const betaShares: [alpha: number, beta: number, x: number, below: number][] = [
  [0.5, 0.5, 0.25, 0.33333333333333337],
  [0.5, 18.5, 0.013157894736842105, 0.5131603199314633],
  [1.5, 100, 0.02068965517241379, 0.7585108716401145],
  [12.5, 400.25, 0.015142337976983646, 0.016851605208798335],
  [900.5, 30_000, 0.03205611559683501, 0.9984767235346815],
  [30, 0.75, 0.4878048780487805, 1.810826975827199e-10],
  [50_000.5, 2_000_000, 0.024366091374124054, 0.41098043430988124],
];
const betaQuantiles: [alpha: number, beta: number, probability: number, value: number][] = [
  [0.5, 0.5, 0.025, 0.001541333133436012],
  [0.5, 18.5, 0.025, 2.690311730090926e-5],
  [0.5, 18.5, 0.975, 0.12855821182175953],
  [12.5, 400.25, 0.975, 0.04882969304052774],
  [900.5, 30_000, 0.5, 0.029131765163365516],
  [30, 0.75, 0.975, 0.9997805637888413],
  [50_000.5, 2_000_000, 0.025, 0.024179758036087916],
];

const isNear = (value: number, expected: number, precision = 1e-9) =>
  expect(Math.abs(value / expected - 1)).toBeLessThan(precision);

const shapes = fc.double({ min: 0.5, max: 5_000, noNaN: true });
const probabilities = fc.double({ min: 0.001, max: 0.999, noNaN: true });

describe('the distributions', () => {
  it.each(logGammas)('compute ln Γ(%s)', (x, value) => isNear(logGamma(x), value, 1e-13));

  it.each(gammaShares)('compute the share of Gamma(%s) below %s', (shape, x, below) =>
    isNear(gammaBelow({ shape, scale: 1 }, x), below),
  );

  it.each(gammaQuantiles)('compute the quantile of Gamma(%s) at %s', (shape, probability, value) =>
    isNear(gammaQuantile({ shape, scale: 1 }, probability), value),
  );

  it.each(betaShares)('compute the share of Beta(%s, %s) below %s', (alpha, beta, x, below) =>
    isNear(betaBelow({ alpha, beta }, x), below),
  );

  it.each(betaQuantiles)(
    'compute the quantile of Beta(%s, %s) at %s',
    (alpha, beta, probability, value) => isNear(betaQuantile({ alpha, beta }, probability), value),
  );

  it('invert every probability', () => {
    fc.assert(
      fc.property(shapes, shapes, probabilities, (alpha, beta, probability) => {
        const gamma = { shape: alpha, scale: beta };
        isNear(gammaBelow(gamma, gammaQuantile(gamma, probability)), probability, 1e-8);
        isNear(
          betaBelow({ alpha, beta }, betaQuantile({ alpha, beta }, probability)),
          probability,
          1e-6,
        );
      }),
    );
  });
});
