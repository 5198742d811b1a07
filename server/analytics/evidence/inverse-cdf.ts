type Distribution = {
  below: (x: number) => number;
  density: (x: number) => number;
  probability: number;
  start: number;
  lowest: number;
  highest: number;
};

const precision = 1e-11;
/** Bisection alone needs fewer iterations than this. */
const most = 200;

/**
 * Solves a distribution function for a probability by Newton's method, with bisection where a step would leave the
 * known bracket.
 */
export function inverse(distribution: Distribution): number {
  const { below, density, probability, start } = distribution;
  let { lowest, highest } = distribution;
  let x = start;
  for (let step = 0; step < most; step += 1) {
    const error = below(x) - probability;
    if (error > 0) highest = x;
    else lowest = x;
    const next = x - error / density(x);
    const chosen = next > lowest && next < highest ? next : middle(lowest, highest);
    if (Math.abs(chosen - x) <= precision * x) return chosen;
    x = chosen;
  }
  return x;
}

const middle = (lowest: number, highest: number): number =>
  Number.isFinite(highest) ? (lowest + highest) / 2 : 2 * lowest + 1;

/** The standard normal quantile to three digits (Abramowitz and Stegun 26.2.23), used as a starting point. */
export function roughNormal(probability: number): number {
  const tail = Math.min(probability, 1 - probability);
  const t = Math.sqrt(-2 * Math.log(tail));
  const above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
  const below = 1 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
  const distance = t - above / below;
  return probability < 0.5 ? -distance : distance;
}
