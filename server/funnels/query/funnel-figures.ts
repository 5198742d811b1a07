import type { FunnelBreakdown } from '#contract/funnels/report.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { type Figures, figuresOf, figuresSql } from './figures-sql.ts';
import type { FunnelQuestion } from './funnel-question.ts';
import { peopleSql } from './people-sql.ts';
import { twiceReported } from './twice-reported.ts';

/** The figures of all people of a funnel. */
export async function funnelFigures(
  select: Select,
  question: FunnelQuestion,
  now: Date,
): Promise<Figures> {
  const [row] = await groupedFigures(select, question, { now, key: "''", most: 1 });
  return row?.figures ?? figuresOf(question.definition, []);
}

export type GroupFigures = { key: string; isRest: boolean; figures: Figures };

/** The figures by a value of the event with which the attempt began: the groups with most people, then the rest. */
export const brokenDownFigures = (
  select: Select,
  question: FunnelQuestion,
  { now, by, most }: { now: Date; by: FunnelBreakdown; most: number },
): Promise<GroupFigures[]> =>
  groupedFigures(select, question, { now, key: `its_${by}`, values: [by], most });

type Grouping = { now: Date; key: string; values?: readonly FunnelBreakdown[]; most: number };

async function groupedFigures(
  select: Select,
  question: FunnelQuestion,
  { now, key, values = [], most }: Grouping,
): Promise<GroupFigures[]> {
  const twice = await twiceReported(select, question);
  const parameters = new Parameters();
  const moment = parameters.add('Int64', now.getTime());
  const figures = figuresSql(question.definition, moment);
  const each = figures.map(({ of }, index) => `${of} AS f${index}`);
  const joined = figures.map(({ joined }, index) => `toString(${joined(`f${index}`)})`);
  const sql = `SELECT if(place <= ${most}, any(key), ''), toString(place > ${most}), ${joined.join(', ')}
FROM (
  SELECT *, least(row_number() OVER (ORDER BY f0 DESC, key), ${most + 1}) AS place
  FROM (
    SELECT ${key} AS key, ${each.join(',\n      ')}
    FROM (${peopleSql({ question, twice, parameters, values })})
    GROUP BY key))
GROUP BY place
ORDER BY place`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows.map(([name, isRest, ...cells]) => ({
    key: name ?? '',
    isRest: isRest === '1',
    figures: figuresOf(question.definition, cells),
  }));
}
