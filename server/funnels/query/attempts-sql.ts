import type { Parameters } from '../../warehouse/parameters.ts';
import { attemptLists } from './attempt-lists.ts';
import { amountLists, paidPlaces } from './attempt-money.ts';
import { bestAttempts } from './best-attempts.ts';
import { countedEvents, type TwiceReported } from './counted-events.ts';
import { placeAt } from './event-number.ts';
import { type FunnelQuestion, type Plan, planOf } from './funnel-question.ts';
import { inLayers } from './layers.ts';

/** People are spread over this many lists, so that each list fits into the processor's cache while it is sorted. */
const parts = 256;

type AttemptSource = {
  question: FunnelQuestion;
  twice: TwiceReported;
  parameters: Parameters;
  /** Whether events of one moment and the same steps are told apart: reading their ids takes time. */
  isExact?: boolean;
  /** Adds `amount`, what the conversions earned that took steps of the attempt, in ten-thousandths. */
  isPaid?: boolean;
};

/**
 * One row for each person with an attempt, or one for each of two periods if the question is split: the attempt that is
 * not void and got furthest, the latest of those. `actor`;
 * `level`, the number of required steps it took, or 0 if all attempts of the person are void; for each required step
 * `place0`, … and for each optional step `extra<index>`, the number of the event that took it, or 0. `place0` is also
 * given for a void attempt.
 *
 * All events lie in a few lists, sorted by person and time, and the engine goes through whole lists: that is several
 * times faster than a group for each person.
 */
export function attemptsSql({ isExact = false, isPaid = false, ...source }: AttemptSource): string {
  const { question } = source;
  const plan = planOf(question.definition);
  const { window, splitAt } = question;
  const split = splitAt ? placeAt(splitAt.getTime() - window.from.getTime()) : null;
  const attempts = attemptLists(plan, split);
  const names = ['person', 'level', ...takenColumns(plan)];
  const places = isPaid ? paidPlaces(question, plan) : [];
  const number = 'bitShiftLeft(toUInt128(actor), 64) + place';
  const lists = [`arraySort(groupArray(${number})) AS sorted`];
  if (places.length > 0) {
    const payment = `bitShiftLeft(toUInt256(one.1), 128) + bitShiftLeft(toUInt256(one.2), 64) + toUInt64(one.3)`;
    lists.push(
      `arraySort(arrayMap(one -> ${payment}, groupArrayIf((actor, place, paid), paid != 0))) AS payments`,
    );
  }
  const columns = [
    ...attempts.columns,
    ...bestAttempts(question, plan, attempts.fields, split),
    ...amountLists(places),
  ];
  const events = `
    SELECT ${lists.join(',\n      ')}
    FROM (${countedEvents({ ...source, isExact, isPaid: places.length > 0 })})
    GROUP BY bitAnd(actor, ${parts - 1})`;
  return `
  SELECT person AS actor, ${[...names.slice(1), 'amount'].join(', ')}
  FROM (${inLayers(columns, events)})
  ARRAY JOIN ${[...names, 'amount'].map((name) => `best_${name} AS ${name}`).join(', ')}`;
}

/** The columns with the events that took the steps. */
export const takenColumns = ({
  required,
  optional,
}: Pick<Plan, 'required' | 'optional'>): string[] => [
  ...required.map((_, position) => `place${position}`),
  ...optional.map(({ index }) => `extra${index}`),
];
