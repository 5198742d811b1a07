import type { FunnelBreakdown } from '#contract/funnels/report.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { attemptsSql, takenColumns } from './attempts-sql.ts';
import { countedEvents, type TwiceReported } from './counted-events.ts';
import { timeOf } from './event-number.ts';
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
 * The one statement behind every figure of a funnel: the rows of `attemptsSql` with `entered` (when the attempt began,
 * in milliseconds since the epoch), `revenue` and the asked values.
 */
export function peopleSql({
  question,
  twice,
  parameters,
  values = [],
  isExact = values.length > 0,
}: PeopleSource): string {
  const from = parameters.add('Int64', question.window.from.getTime());
  const columns = [
    ...['actor', 'level', ...takenColumns(planOf(question.definition))].map(
      (name) => `attempts.${name} AS ${name}`,
    ),
    `${timeOf('place0')} + ${from} AS entered`,
    'amount',
    `${revenueOf('amount')} AS revenue`,
    ...values.map((name) => `entries.its_${name} AS its_${name}`),
  ];
  const attempts = attemptsSql({
    question,
    twice,
    parameters,
    isExact: isExact || canMistakeMoney(question),
    isPaid: true,
  });
  const entries =
    values.length === 0
      ? ''
      : `LEFT ANY JOIN (${beginningsSql({ question, twice, parameters, values })}) AS entries
  ON entries.actor = attempts.actor AND entries.place = attempts.place0`;
  return `
SELECT ${columns.join(', ')}
FROM (${attempts}) AS attempts
${entries}`;
}

/** The revenue of an amount in ten-thousandths. */
export const revenueOf = (amount: string): string =>
  `toDecimal128(${amount}, 4) * toDecimal128('0.0001', 4)`;

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
