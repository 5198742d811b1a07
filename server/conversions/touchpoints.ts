import { z } from 'zod';
import { type Model, models } from '#contract/analytics/attribution.ts';
import { byDimension, storedDimensions } from '#contract/analytics/dimensions.ts';
import type { Touch } from '#contract/conversions/schemas.ts';
import { cumulativeShares } from '../analytics/compiler/credit-weights.ts';
import type { Labels } from '../analytics/conversion-rows/origin-labels.ts';
import { type StoredSide, textOrNull } from '../analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';
import { originOf } from './conversion-sides.ts';

const DAY = 86_400_000;

const text = z.string().default('');
const storedTouch = z.object({
  time: z.number(),
  before: z.number(),
  click_id: text,
  own: z.number().default(0),
  direct: z.number().default(0),
  ...byDimension(storedDimensions, () => text),
});
export type StoredTouch = z.infer<typeof storedTouch>;

/** The clicks before a conversion, oldest first, with the share of each model in ten-billionths. */
export type CreditedTouch = {
  touch: StoredTouch;
  isWithin: boolean;
  credit: Record<Model, bigint>;
};

const whole = 10_000_000_000n;
const cumulated = z.array(z.union([z.number(), z.string()]).transform((one) => BigInt(one)));

/** The clicks of one version with the shares that reports use. */
export async function creditedTouches(
  { project_id, conversion_id, side }: StoredSide,
  version: string,
  lookbackDays: number,
  select: AnalyticsReader['select'],
): Promise<CreditedTouch[]> {
  const parameters = new Parameters();
  const uppers = models.map((model) => `toJSONString(${cumulativeShares(model)})`);
  const sql = `SELECT touches, ${uppers.join(', ')}
FROM (
  SELECT *, greatest(length(eligible), 1) AS part_count, arrayResize(eligible, part_count) AS parts
  FROM (
    SELECT touches, arrayFilter(t -> t.before <= ${lookbackDays * DAY},
      JSONExtract(touches, 'Array(Tuple(before Int64, own UInt8, direct UInt8))')) AS eligible
    FROM conversion_versions
    WHERE project_id = ${parameters.add('Int64', Number(project_id))}
      AND conversion_id = ${parameters.add('String', conversion_id)}
      AND side = ${parameters.add('String', side)} AND version = ${parameters.add('UInt64', version)}
    LIMIT 1
  )
)`;
  const [row = []] = await select({ sql, parameters: parameters.values });
  const [written, ...shares] = row;
  const touches = z.array(storedTouch).parse(JSON.parse(written || '[]'));
  const isWithin = (touch: StoredTouch) => touch.before <= lookbackDays * DAY;
  const upTo = models.map((_, index) => cumulated.parse(JSON.parse(shares[index] || '[]')));
  let place = -1;
  return touches.map((touch) => {
    if (isWithin(touch)) place += 1;
    const at = isWithin(touch) ? place : null;
    const credit = Object.fromEntries(
      models.map((model, index) => [
        model,
        at === null ? 0n : shareAt(model, upTo[index] ?? [], at),
      ]),
    ) as Record<Model, bigint>;
    return { touch, isWithin: isWithin(touch), credit };
  });
}

/** A click's share is the difference of two cumulative sums; in the model of touches each click gets everything. */
function shareAt(model: Model, upTo: readonly bigint[], place: number): bigint {
  const upper = upTo[place] ?? 0n;
  return model === 'any_click' ? upper : upper - (place > 0 ? (upTo[place - 1] ?? 0n) : 0n);
}

export function touchView({ touch, isWithin, credit }: CreditedTouch, labels: Labels): Touch {
  return {
    time: new Date(touch.time).toISOString(),
    seconds_before: Math.floor(touch.before / 1000),
    click_id: textOrNull(touch.click_id),
    direct: touch.direct === 1,
    named: touch.own > 0,
    within_lookback: isWithin,
    credit: Object.fromEntries(
      models.map((model) => [model, Number(credit[model]) / Number(whole)]),
    ) as Touch['credit'],
    ...originOf(touch, labels),
  };
}
