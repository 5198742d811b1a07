import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { Model } from './model.ts';
import { isShort, leavesOf } from './predicates.ts';
import { type Query, timeMember } from './query.ts';
import { estimated, spreadTime } from './spread-arm.ts';

type Asked = Pick<Query, 'measures' | 'dimensions' | 'filters' | 'granularity'>;
const clock: Grouping = 'hour_of_day';

/**
 * The model for a query of spread costs by hours. A cost has the place of its day; its parts have the hours of the
 * clicks, where these are asked for. Longer times keep the place of the cost, so that its parts add up in any zone.
 */
export function spreadByHours(model: Model, query: Asked): Model {
  const { measures, dimensions = [], filters = [], granularity } = query;
  const leaves = filters.flatMap(leavesOf);
  const isOfHours =
    granularity === 'hour' ||
    dimensions.includes(clock) ||
    leaves.some(({ member }) => member === clock) ||
    leaves.some((leaf) => leaf.operator === 'inDateRange' && isShort(leaf.window));
  const names = [...measures, ...leaves.map(({ member }) => member)];
  const isSpread = names.some((name) => model.measures.get(name)?.records?.has(estimated));
  const time = model.dimensions.get(timeMember);
  const column = time?.meta?.column;
  if (!isOfHours || !isSpread || !time || !column) return model;
  const byClick = (expression: string) => expression.replace(`.${column}`, `.${spreadTime}`);
  const ofClock = model.dimensions.get(clock);
  const hours = {
    ...time,
    expression: byClick(time.expression),
    ofDays: time.expression,
  };
  return {
    ...model,
    dimensions: new Map([
      ...model.dimensions,
      [timeMember, hours],
      ...(ofClock
        ? [[clock, { ...ofClock, expression: byClick(ofClock.expression) }] as const]
        : []),
    ]),
    arms: model.arms.map((arm) => {
      const own = arm.columns.get(spreadTime);
      const shown: [string, string][] = own
        ? [['has_hour', `toUInt8(${spreadTime} IS NOT NULL)`]]
        : [[spreadTime, arm.columns.get(column) ?? column]];
      return { ...arm, columns: new Map([...arm.columns, ...shown]) };
    }),
  };
}
