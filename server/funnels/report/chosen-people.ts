import type { Definition } from '#contract/funnels/definition.ts';
import type { FunnelPeopleQuery } from '#contract/funnels/report.ts';
import { invalid } from '../../platform/refusal.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { openSql } from '../query/figures-sql.ts';
import { planOf } from '../query/funnel-question.ts';
import { reachedSql } from '../query/reached-sql.ts';

type Chosen = Pick<FunnelPeopleQuery, 'step' | 'outcome' | 'breakdown' | 'breakdown_value'>;

/** The condition for the people behind a bar. */
export function chosenPeople(
  definition: Definition,
  { step, outcome, breakdown, breakdown_value: value }: Chosen,
  { now, parameters }: { now: Date; parameters: Parameters },
): string {
  const conditions = [outcomeSql()];
  if (breakdown === undefined && value !== undefined) {
    throw invalid('breakdown', 'Name what the value is of, such as country.');
  }
  if (breakdown !== undefined && value !== undefined) {
    conditions.push(`its_${breakdown} = ${parameters.add('String', value)}`);
  }
  return conditions.map((one) => `(${one})`).join(' AND ');

  function outcomeSql(): string {
    const { required } = planOf(definition);
    const reached = reachedSql(definition);
    switch (outcome) {
      case 'excluded':
        return 'level = 0';
      case 'converted':
        return `level = ${required.length}`;
      case 'open':
        return openSql(definition, parameters.add('Int64', now.getTime()));
      case 'reached':
        return reached[indexOf(step, 0)] ?? '0';
      case 'dropped': {
        const index = indexOf(step, required[1]?.index ?? 0);
        const before = required.filter((one) => one.index < index).length;
        if (before === 0) throw invalid('step', 'Nobody can leave before the first step.');
        return `level >= ${before} AND NOT (${reached[index] ?? '0'})`;
      }
    }
  }

  function indexOf(slug: string | undefined, usual: number): number {
    if (slug === undefined) return usual;
    const index = definition.steps.findIndex((one) => one.slug === slug);
    if (index < 0) throw invalid('step', `This funnel has no step “${slug}”.`);
    return index;
  }
}
