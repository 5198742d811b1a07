import type { FunnelBreakdown } from '#contract/funnels/report.ts';
import type { Parameters } from '../../analytics/compiler/parameters.ts';
import { attemptsSql, takenColumns, timeOf } from './attempts-sql.ts';
import { countedEvents, type TwiceReported } from './counted-events.ts';
import { type FunnelQuestion, planOf } from './funnel-question.ts';
import { propertySql } from './property-sql.ts';

export type PeopleSource = {
  question: FunnelQuestion;
  twice: TwiceReported;
  parameters: Parameters;
  /** Values of the event with which the attempt began, as columns `its_<name>`; empty where they are missing. */
  values?: readonly BeginningValue[];
  /** Whether `place0` must name the event with which the attempt began; so it does where values are asked for. */
  isExact?: boolean;
};

export type BeginningValue = FunnelBreakdown | 'person' | 'click_id';

/**
 * The one statement behind every figure of a funnel: one row for each person. The columns of `attemptsSql`, `entered`
 * (when the attempt began, in milliseconds since the epoch), `revenue` and the asked values.
 */
export function peopleSql({
  question,
  twice,
  parameters,
  values = [],
  isExact = values.length > 0,
}: PeopleSource): string {
  const paid = paidPlaces(question);
  const from = parameters.add('Int64', question.window.from.getTime());
  const columns = [
    ...['actor', 'level', ...takenColumns(planOf(question.definition))].map(
      (name) => `attempts.${name} AS ${name}`,
    ),
    `${timeOf('place0')} + ${from} AS entered`,
    paid.length > 0
      ? `if(level = 0, toDecimal128(0, 4), arraySum((place, amount) -> if(place IN (${paid.join(', ')}), amount, toDecimal128(0, 4)),
      paid_places, paid_amounts)) AS revenue`
      : 'toDecimal128(0, 4) AS revenue',
    ...values.map((name) => `entries.its_${name} AS its_${name}`),
  ];
  const joins = [
    ...(paid.length > 0
      ? [
          `LEFT ANY JOIN (
    SELECT actor, groupArray(place) AS paid_places, groupArray(toDecimal128(conversion_value, 4)) AS paid_amounts
    FROM (${countedEvents({
      question,
      twice,
      parameters,
      only: 'conversions',
      columns: ['conversion_value'],
      conditions: ['conversion_value != 0'],
    })})
    GROUP BY actor) AS paid ON paid.actor = attempts.actor`,
        ]
      : []),
    ...(values.length > 0
      ? [
          `LEFT ANY JOIN (${beginningsSql({ question, twice, parameters, values })}) AS entries ON entries.actor = attempts.actor AND entries.place = attempts.place0`,
        ]
      : []),
  ];
  return `
SELECT ${columns.join(', ')}
FROM (${attemptsSql({ question, twice, parameters, isExact: isExact || canMistakeMoney(question) })}) AS attempts
${joins.join('\n')}`;
}

type Beginnings = Required<Omit<PeopleSource, 'isExact'>> & { conditions?: readonly string[] };

/** The events with which attempts may begin, with their values. */
export function beginningsSql({ values, parameters, ...source }: Beginnings): string {
  const columns = values.flatMap((name) =>
    name === 'person' ? [] : [`${propertySql(name, parameters)} AS its_${name}`],
  );
  const isNamed = values.includes('person');
  return countedEvents({
    ...source,
    parameters,
    only: 'beginnings',
    isExact: true,
    isNamed,
    columns,
  });
}

/** Whether a conversion and another event can meet the same steps, so that at one moment their ids decide. */
const canMistakeMoney = ({ definition, primary }: FunnelQuestion): boolean =>
  [...definition.steps, ...definition.exclusions].some(
    ({ matcher: { any } }) =>
      any.some(({ event }) => event === primary) && any.some(({ event }) => event !== primary),
  );

/** The columns of the steps that a conversion can take. */
function paidPlaces({ definition, primary }: FunnelQuestion): string[] {
  const { required, optional } = planOf(definition);
  const isPaid = ({ matcher }: (typeof required)[number]) =>
    matcher.any.some(({ event }) => event === primary);
  return [
    ...required.flatMap((step, position) => (isPaid(step) ? [`place${position}`] : [])),
    ...optional.flatMap((step) => (isPaid(step) ? [`extra${step.index}`] : [])),
  ];
}
