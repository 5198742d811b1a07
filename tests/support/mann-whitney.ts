/** The two-sided p-value of a Mann-Whitney test, by the normal approximation. */
export function mannWhitneyP(left: readonly number[], right: readonly number[]): number {
  const wins = left.reduce((sum, one) => sum + right.filter((other) => other < one).length, 0);
  const mean = (left.length * right.length) / 2;
  const deviation = Math.sqrt((mean * (left.length + right.length + 1)) / 6);
  const z = Math.abs(wins - mean) / deviation;
  const t = 1 / (1 + 0.2316419 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const polynomial =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 2 * density * polynomial;
}
