/** One conversion `delay` after its click, of a click that is `age` old; both in steps, the age rounded down. */
export type Delayed = { campaign: string | null; delay: number; age: number; count: number };

/** The share of conversions that has arrived at the start of each step, 0 at the click and 1 at the horizon. */
export type Curve = readonly number[];
export type Curves = { whole: Curve; byCampaign: ReadonlyMap<string, Curve> };

export const steps = 32;
/** The length of the first step in seconds; later steps grow, in the end by a constant factor. */
const grain = 60;
/** Fewer conversions than this say nothing about delays. */
const fewest = 20;
/** The total's curve weighs like this many conversions of the campaign's own. */
const borrowed = 20;
/**
 * Limits the share of a step as if this many earlier conversions existed. In a young project few long delays are known
 * yet; a single one would otherwise make its step the whole curve.
 */
const earlier = 10;

/** The position on the curve of a delay in seconds. */
export const positionOf = (seconds: number, horizon: number): number =>
  (steps * Math.log1p(Math.min(Math.max(seconds, 0), horizon) / grain)) /
  Math.log1p(horizon / grain);

/** The same as a SQL expression. */
export const positionSql = (seconds: string, horizon: number): string =>
  `${steps} * log1p(least(greatest(${seconds}, 0), ${horizon}) / ${grain}) / ${Math.log1p(horizon / grain)}`;

/**
 * Estimates how long conversions take. Of recent clicks only quick conversions are known: delays are truncated on the
 * right. In reversed time that is late entry, which the product-limit estimator handles: a conversion counts for a step
 * only when its click is older than the step (Lagakos, Barraj and De Gruttola, Biometrika 75, 1988; Kaplan and Meier,
 * JASA 53, 1958). Clicks without conversions and changing rates do not matter.
 *
 * A campaign's own steps are averaged with the total's, weighted by its conversions in each step.
 */
export function delayCurves(all: readonly Delayed[]): Curves | null {
  if (all.reduce((sum, { count }) => sum + count, 0) < fewest) return null;
  const whole = atRisk(all).map(({ arrived, known }) =>
    known > 0 ? Math.min(arrived / known, known / (known + earlier)) : 0,
  );
  const campaigns = new Map<string, Delayed[]>();
  for (const delayed of all) {
    const { campaign } = delayed;
    if (campaign === null) continue;
    const known = campaigns.get(campaign);
    if (known) known.push(delayed);
    else campaigns.set(campaign, [delayed]);
  }
  const own = [...campaigns].map(
    ([campaign, delayed]) => [campaign, shrunk(delayed, whole)] as const,
  );
  return { whole: product(whole), byCampaign: new Map(own) };
}

const shrunk = (delayed: readonly Delayed[], whole: readonly number[]): Curve =>
  product(
    atRisk(delayed).map(
      ({ arrived, known }, step) => (arrived + borrowed * (whole[step] ?? 0)) / (known + borrowed),
    ),
  );

/** For each step, of the clicks that are older than it: the conversions in the step, and those up to its end. */
function atRisk(all: readonly Delayed[]): { arrived: number; known: number }[] {
  const arrived = Array<number>(steps).fill(0);
  const entering = Array<number>(steps + 1).fill(0);
  for (const { delay, age, count } of all) {
    if (age <= delay) continue;
    arrived[delay] = (arrived[delay] ?? 0) + count;
    entering[delay] = (entering[delay] ?? 0) + count;
    entering[age] = (entering[age] ?? 0) - count;
  }
  let known = 0;
  return arrived.map((count, step) => {
    known += entering[step] ?? 0;
    return { arrived: count, known };
  });
}

function product(shares: readonly number[]): Curve {
  const curve = [1];
  for (const share of shares.toReversed()) curve.push((curve.at(-1) ?? 1) * (1 - share));
  return [0, ...curve.toReversed().slice(1)];
}

/** The share that has arrived at a position of the curve. */
export function shareAt(curve: Curve, position: number): number {
  const step = Math.floor(position);
  const [from = 1, to = 1] = curve.slice(step, step + 2);
  return from + (position - step) * (to - from);
}

/** The share that has arrived this many seconds after the click. */
export const arrivedAfter = (curve: Curve, seconds: number, horizon: number): number =>
  shareAt(curve, positionOf(seconds, horizon));
