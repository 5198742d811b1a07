import {
  type Clock,
  type Model as CreditModel,
  models as creditModels,
  defaultAttribution,
} from '#contract/analytics/attribution.ts';
import { ofValue, overCredits } from '../rewriting/credited-measures.ts';
import type { Arm } from '../rewriting/union-arms.ts';
import { creditedArm, creditIn, creditShare } from './credited-arm.ts';
import type { Dimension, Measure, Model } from './model.ts';
import { leavesOf } from './predicates.ts';
import { type Query, timeMember } from './query.ts';

/** How a report credits conversions. */
export type Attribution = {
  model: CreditModel;
  lookbackDays: number;
  clock: Clock;
  /** Leaves out touches that were ingested later. */
  asOf?: Date | undefined;
};

const isAsResolved = ({ model, lookbackDays }: Attribution): boolean =>
  model === defaultAttribution.model && lookbackDays === defaultAttribution.lookbackDays;

/**
 * The model with conversions credited in another way than the resolver did. By default it is the model itself, which
 * reads no touches; otherwise each conversion becomes one row for each click that earned a share of it.
 */
export function creditedModel(model: Model, attribution: Attribution): Model {
  const { clock } = attribution;
  if (!isAsResolved(attribution)) {
    const arms = model.arms.flatMap((arm) =>
      isConversions(arm) ? [shared(arm, attribution), owed(arm, clock)] : [whole(arm)],
    );
    return { ...model, arms, measures: inCredits(model) };
  }
  if (clock === defaultAttribution.clock) return model;
  return { ...model, arms: model.arms.map((arm) => (isConversions(arm) ? byClick(arm) : arm)) };
}

/**
 * Whether the attribution can change a query's answer: on the conversion clock it cannot for queries by project, record
 * and time alone.
 */
export function isCredited({ dimensions = [], filters = [] }: Query, { clock }: Attribution) {
  const members = [...dimensions, ...filters.flatMap(leavesOf).map(({ member }) => member)];
  return clock === 'click' || !members.every((member) => fixed.has(member));
}

const fixed: ReadonlySet<string> = new Set(['project_id', 'record', timeMember]);

const isConversions = ({ records }: Arm): boolean => records.has('conversion');
const clickedTime = 'coalesce(click_time, event_time)';

const withColumns = (arm: Arm, columns: Readonly<Record<string, string>>): Arm => ({
  ...arm,
  columns: new Map([...arm.columns, ...Object.entries(columns)]),
});

const byClick = (arm: Arm): Arm => withColumns(arm, { event_time: clickedTime });
const whole = (arm: Arm): Arm => withColumns(arm, { credit: 'toDecimal128(1, 10)' });

function shared(arm: Arm, { model, ...rest }: Attribution): Arm {
  const parts = withColumns(creditedArm(arm, { models: [model], ...rest }), {
    payout: 'toDecimal64(0, 4)',
    value: creditShare('c.value', model),
    raw_value: creditShare('c.raw_value', model),
    raw_count: `c.raw_count * ${creditIn(model)}`,
    credit: creditIn(model),
  });
  return model === 'any_click' ? { ...parts, once: 'concat(c.conversion_id, c.side)' } : parts;
}

/**
 * What affiliates are owed stays with the click that their terms name, the last one within 30 days, whatever model the
 * other figures use: it is a fact, and no affiliate learns another's terms from it.
 */
function owed(arm: Arm, clock: Clock): Arm {
  const due = withColumns(clock === 'click' ? byClick(arm) : arm, {
    value: 'toDecimal64(0, 4)',
    raw_value: 'toDecimal64(0, 4)',
    raw_count: 'toDecimal128(0, 10)',
    credit: 'toDecimal128(0, 10)',
  });
  return {
    ...due,
    source: () => "FROM conversions FINAL WHERE payout != 0 AND excluded_reason = ''",
    only: 'payout',
  };
}

function inCredits({ cube, measures }: Model): Model['measures'] {
  return new Map(
    [...measures].map(([name, measure]) => [
      name,
      { ...measure, expression: overCredits(measure.expression, cube) },
    ]),
  );
}

/** The member with the time of the click that earned a conversion, independent of the day the conversion counts on. */
export const clickedMember = 'clicked';

/** The credited model by conversion days, with the click's day as an additional dimension. */
export function clickedModel(model: Model, attribution: Attribution): Model {
  const credited = creditedModel(model, { ...attribution, clock: 'conversion' });
  const arms = isAsResolved(attribution)
    ? model.arms.map((arm) => withColumns(arm, { clicked_time: clickedTime }))
    : credited.arms;
  const clicked: Dimension = {
    name: clickedMember,
    title: 'Clicked',
    type: 'time',
    expression: `toDateTime(${model.cube}.clicked_time, 'UTC')`,
  };
  const dimensions = new Map([...model.dimensions, [clickedMember, clicked] as const]);
  return { ...credited, arms, dimensions };
}

/** The models whose rows add up, so that they can be compared. */
export const comparable = creditModels.filter((model) => model !== 'any_click');
export const creditMeasure = (model: CreditModel): string => `credit_${model}`;

/** Conversions alone, with the server revenue that each model gives, in one pass over the touches. */
export function comparedModel(model: Model, attribution: Attribution): Model {
  const { cube, measures } = model;
  const revenue = measures.get('server_revenue');
  if (!revenue) throw new Error('The model has no server revenue.');
  const values = Object.fromEntries(
    comparable.map((one) => [`value_${one}`, creditShare('c.value', one)]),
  );
  const arms = model.arms
    .filter(isConversions)
    .map((arm) => withColumns(creditedArm(arm, { ...attribution, models: comparable }), values));
  const credits = comparable.map((one): [string, Measure] => {
    const expression = ofValue(revenue.expression, cube, `value_${one}`);
    return [creditMeasure(one), { ...revenue, name: creditMeasure(one), expression }];
  });
  return { ...model, arms, measures: new Map(credits) };
}
