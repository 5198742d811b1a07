import { type Matcher, mostSteps } from '#contract/funnels/definition.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { filtersSql } from './filter-sql.ts';
import type { FunnelQuestion } from './funnel-question.ts';

/** The bit of an exclusion, above those of the steps. */
export const exclusionBit = (index: number): number => mostSteps + index;

type Marked = { bit: number; matcher: Matcher };

/**
 * A number whose bits tell which steps and exclusions an event meets. The lowest bit is the first step and is set only
 * where an attempt may begin with the event.
 */
export function maskSql(
  { definition, window, filters = [] }: FunnelQuestion,
  parameters: Parameters,
): string {
  const marked: Marked[] = [
    ...definition.steps.map(({ matcher }, bit) => ({ bit, matcher })),
    ...definition.exclusions.map(({ matcher }, index) => ({ bit: exclusionBit(index), matcher })),
  ];
  const alternatives = marked.flatMap(({ bit, matcher }) =>
    matcher.any.map((one) => ({ bit, ...one })),
  );
  const byName = new Map<string, number>();
  for (const { bit, event, filters: conditions } of alternatives) {
    if (conditions.length === 0) byName.set(event, (byName.get(event) ?? 0) | (1 << bit));
  }
  const parts = alternatives.flatMap(({ bit, event, filters: conditions }) => {
    if (conditions.length === 0) return [];
    const meets = filtersSql(conditions, parameters);
    return [`if(event_name = ${parameters.add('String', event)} AND ${meets}, ${1 << bit}, 0)`];
  });
  if (byName.size > 0) {
    const names = parameters.add('Array(String)', [...byName.keys()]);
    const masks = [...byName.values()].join(', ');
    parts.unshift(`transform(event_name, ${names}, [${masks}], 0)`);
  }
  const mask = parts.reduce((all, one) => `bitOr(${all}, ${one})`, '0');
  const all = 2 ** exclusionBit(4) - 1;
  const begins = `event_time < ${parameters.millisecond(window.to)} AND ${filtersSql(filters, parameters)}`;
  return `bitAnd(toUInt64(${mask}), if(${begins}, ${all}, ${all - 1}))`;
}
