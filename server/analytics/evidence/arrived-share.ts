import type { Measure, Model } from '../compiler/model.ts';
import { weightedCount } from '../rewriting/weighted-count.ts';
import { type Curve, type Curves, positionSql, shareAt, steps } from './delay-curve.ts';

/** The name of the measure that `arrivedModel` adds. */
export const arrivedMeasure = 'arrived';

/** The model with a measure that weights each click by the share of its conversions that has arrived by an instant. */
export function arrivedModel(model: Model, curves: Curves, now: Date, horizon: number): Model {
  const { cube } = model;
  const position = positionSql(
    `(${now.getTime() / 1000} - toUnixTimestamp(${cube}.event_time))`,
    horizon,
  );
  const known = [...curves.byCampaign];
  const own = known.map(([campaign]) => digits(campaign)).join(', ');
  const places = known.map((_, index) => index + 1).join(', ');
  const place =
    known.length > 0
      ? `transform(cityHash64(toString(${cube}.campaign_id)), [${own}], [${places}], 0)`
      : '0';
  const shares = [curves.whole, ...known.map(([, curve]) => curve)].flatMap(sharesOf);
  const share = `arrayElement([${shares.join(', ')}], ${place} * ${parts + 1} + toUInt32(floor(${position} * ${fineness})) + 1)`;
  const clicks = model.measures.get('clicks');
  if (!clicks) throw new Error('The model has no clicks.');
  const measure: Measure = {
    ...clicks,
    name: arrivedMeasure,
    expression: `${weightedCount(clicks.expression, share)} / ${whole}`,
  };
  return { ...model, measures: new Map([...model.measures, [arrivedMeasure, measure]]) };
}

/** Weights are whole ten-thousandths, so that their sums do not depend on the order. */
const whole = 10_000;
const fineness = 2;
const parts = steps * fineness;

/** Samples of a curve at the middle of each part of a step, and at its end. */
const sharesOf = (curve: Curve): number[] =>
  Array.from({ length: parts + 1 }, (_, part) =>
    Math.round(shareAt(curve, Math.min((part + 0.5) / fineness, steps)) * whole),
  );

/** A hash is part of the statement's text and must be a number. */
function digits(hash: string): string {
  if (!/^\d{1,20}$/.test(hash)) throw new Error(`"${hash}" is no hash.`);
  return hash;
}
