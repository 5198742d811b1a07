import { leastMaturity, mostLoss, weeksOf } from '#contract/split-tests/gate-limits.ts';
import { leaderOf } from '#contract/split-tests/leader.ts';
import type { GateCheck, TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { lossShareOf } from '#model/split-test-detail.ts';
import { count, exactPercent, percent } from '../../kit/format.ts';
import { bayesText, differenceText, instant, orUnknown, shareText, unknown } from './words.ts';

/** A condition of the gate: what has to hold, and how it stands. */
export type Condition = { check: GateCheck; holds: boolean; what: string; figure: string };

/** Every condition of shipping, in the order of the gate. */
export function conditionsOf(test: SplitTest, results: TestResults, zone: string): Condition[] {
  return results.gate.checks.map(({ check, holds }) => ({
    check,
    holds,
    what: whatOf(check, test),
    figure: figureOf(check, test, results, zone),
  }));
}

const fullDays = (days: number): string => `${count(days)} full ${days === 1 ? 'day' : 'days'}`;

function whatOf(check: GateCheck, test: SplitTest): string {
  const weeks = weeksOf(test.min_runtime_days);
  switch (check) {
    case 'split':
      return 'The split matches its shares';
    case 'goal':
      return 'The goal is reported';
    case 'weeks':
      return weeks === 1 ? 'A full week' : `${weeks} full weeks`;
    case 'conversions':
      return `At least ${count(test.min_conversions)} conversions of every variant`;
    case 'maturity':
      return `At least ${exactPercent(leastMaturity)} of the ${test.unit}s are final`;
    case 'interval':
      return 'The interval of one variant is better throughout';
    case 'loss':
      return `It risks at most ${exactPercent(mostLoss)} of the control`;
    case 'guardrails':
      return 'No harm is shown by a guardrail';
  }
}

function figureOf(check: GateCheck, test: SplitTest, results: TestResults, zone: string): string {
  const { health, variants, days, maturity, currency } = results;
  const leader = leaderOf(test.goal, results);
  const interval = leader?.comparison?.interval ?? null;
  switch (check) {
    case 'split':
      return `Bayes factor ${bayesText(health.split.bayes_factor)}`;
    case 'goal':
      return health.goal.last_event_at === null
        ? 'no event yet'
        : `last event ${instant(health.goal.last_event_at, zone)}`;
    case 'weeks':
      return `${fullDays(Math.floor(days))}, ${count(weeksOf(test.min_runtime_days) * 7)} needed`;
    case 'conversions':
      return variants.map(({ key, conversions }) => `${key} ${count(conversions)}`).join(', ');
    case 'maturity':
      return orUnknown(maturity, percent);
    case 'interval':
      return leader && interval
        ? `${leader.key} ${differenceText(interval.low, test.goal.type, currency)} to ${differenceText(interval.high, test.goal.type, currency)}`
        : unknown;
    case 'loss':
      return orUnknown(leader && lossShareOf(test, results, leader), shareText);
    case 'guardrails':
      return test.guardrails.length === 0 ? 'none set' : guardrailFigure(results);
  }
}

function guardrailFigure({ guardrails }: TestResults): string {
  const breached = guardrails
    .flatMap(({ variants }) => variants)
    .filter(({ state }) => state === 'breached');
  if (breached.length > 0) return `harm by ${breached.map(({ key }) => key).join(', ')}`;
  const isUnknown = guardrails.some(({ variants }) =>
    variants.some(({ state }) => state === 'unknown'),
  );
  return isUnknown ? unknown : 'harm not shown';
}
