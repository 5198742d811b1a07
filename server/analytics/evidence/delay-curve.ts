/** One conversion after a click took `delay`, of a click that is `age` old; both in steps, the age rounded down. */
export type Delayed = { campaign: string | null; delay: number; age: number; count: number };

/** The share of conversions that has arrived at the beginning of each step, 0 at the click and 1 at the horizon. */
export type Curve = readonly number[];
export type Curves = { whole: Curve; byCampaign: ReadonlyMap<string, Curve> };

export const steps = 32;
/** The first step ends here or little later; the further ones are longer and longer, by an equal factor in the end. */
const grain = 60;
/** Fewer conversions say nothing about how long people take. */
const fewest = 20;
/** The whole counts like so many conversions of the campaign's own. */
const borrowed = 20;
/**
 * A step has at most the share that it would have beside so many earlier conversions. Of long delays few are known while
 * a project is young: of one alone, its step would be all there is, and nothing would ever have come earlier.
 */
const earlier = 10;

/** Where on the curve so many seconds lie. */
export const positionOf = (seconds: number, horizon: number): number =>
  (steps * Math.log1p(Math.min(Math.max(seconds, 0), horizon) / grain)) /
  Math.log1p(horizon / grain);

/** The same in the words of the warehouse. */
export const positionSql = (seconds: string, horizon: number): string =>
  `${steps} * log1p(least(greatest(${seconds}, 0), ${horizon}) / ${grain}) / ${Math.log1p(horizon / grain)}`;

/**
 * Learns how long conversions take. Of recent clicks only those conversions are known that came quickly: delays are
 * truncated on the right. In reversed time that is late entry, which the product-limit estimator takes as it is: a
 * conversion counts for a step only when its click is older than the step (Lagakos, Barraj and De Gruttola, Biometrika
 * 75, 1988; Kaplan and Meier, JASA 53, 1958). What clicks did not convert, and whether rates change, plays no part.
 *
 * A campaign's own steps are averaged with those of the whole, by how many conversions it has for each.
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

/** For each step: of the clicks that are older than it, how many conversions came in it and how many until its end. */
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

/** The share that has arrived at a place on the curve. */
export function shareAt(curve: Curve, position: number): number {
  const step = Math.floor(position);
  const [from = 1, to = 1] = curve.slice(step, step + 2);
  return from + (position - step) * (to - from);
}

/** The share that has arrived so many seconds after the click. */
export const arrivedAfter = (curve: Curve, seconds: number, horizon: number): number =>
  shareAt(curve, positionOf(seconds, horizon));
