import { leaderOf } from '#contract/split-tests/leader.ts';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { readingOf } from '#model/split-test-detail.ts';
import { count, day, percent } from '../../kit/format.ts';
import { daysText } from '../common/words.ts';
import { bayesText, differenceSentence, instant, orUnknown, riskSentence } from './words.ts';

/** What to do now, and why. */
export type Verdict = {
  look: 'good' | 'warn' | 'bad' | 'open';
  title: string;
  reasons: string[];
};

/** The answer to “what should I do now?”, in money and words. */
export function verdictOf(test: SplitTest, results: TestResults, zone: string): Verdict {
  const settled = settledVerdict(test);
  if (settled) return settled;
  const leader = leaderOf(test.goal, results);
  const reading = readingOf(results);
  const isReadable = reading !== 'insufficient' && reading !== 'unhealthy';
  const standing =
    leader && isReadable
      ? `${differenceSentence(test, results, leader)}; ${riskSentence(test, results, leader)}.`
      : null;
  const reasons = (...texts: (string | null)[]) => texts.filter((text) => text !== null);
  switch (results.gate.status) {
    case 'unhealthy':
      return results.health.split.state === 'srm' ? mismatch(results) : silence(results, zone);
    case 'ready_ship':
      return {
        look: 'good',
        title: `Ship ${nameOf(test, leader?.key)}: it is better.`,
        reasons: reasons(standing),
      };
    case 'ready_keep':
      return {
        look: 'warn',
        title: 'Keep the control: no variant is better.',
        reasons: reasons(standing),
      };
    case 'ready_inconclusive':
      return {
        look: 'warn',
        title: 'Inconclusive: stop here and keep what is simpler.',
        reasons: reasons(
          results.days >= test.max_runtime_days
            ? `It has run for ${daysText(test.max_runtime_days)}, as long as was planned.`
            : 'The interval is as narrow as was asked for and still holds no difference.',
          standing,
        ),
      };
    case 'collecting':
      return {
        look: 'open',
        title: collectingTitle(test, results),
        reasons: reasons(
          reading === 'insufficient'
            ? 'There are too few conversions to read anything from.'
            : reading === 'immature'
              ? `Only ${orUnknown(results.maturity, percent)} of the ${test.unit}s are final; the others may still convert.`
              : null,
          standing && `So far ${standing}`,
        ),
      };
  }
}

function collectingTitle({ status }: SplitTest, { gate: { eta_days: left } }: TestResults): string {
  if (status === 'stopped') return 'Stopped: write down what you learned.';
  if (status === 'paused') return 'Paused: every visitor sees the control. Resume it to go on.';
  return left === null
    ? 'Collecting: how long it takes is not known yet.'
    : `Collecting: about ${daysText(Math.max(1, Math.ceil(left)))} left.`;
}

/** What was decided or shipped comes before what the gate says. */
function settledVerdict(test: SplitTest): Verdict | null {
  const { decision, ship } = test;
  if (ship) {
    const followed = ship.with_step
      ? ' The page of the funnel step followed.'
      : ship.with_offer
        ? ' The links of the offer followed.'
        : '';
    return {
      look: 'good',
      title: `${nameOf(test, ship.variant)} is shipped: every visitor sees it.`,
      reasons: [`Since ${day(ship.shipped_at)}.${followed}`],
    };
  }
  if (!decision) return null;
  switch (decision.decision) {
    case 'ship':
      return {
        look: 'good',
        title: `Decided: ship ${nameOf(test, decision.variant)}.`,
        reasons: ['Ship it, so that every visitor sees it.'],
      };
    case 'keep_control':
      return { look: 'good', title: 'Decided: keep the control.', reasons: stopReason(test) };
    case 'inconclusive':
      return { look: 'warn', title: 'Decided: inconclusive.', reasons: stopReason(test) };
    case 'invalid':
      return { look: 'bad', title: 'Decided: the test is invalid.', reasons: stopReason(test) };
  }
}

const stopReason = ({ status }: SplitTest): string[] =>
  status === 'running'
    ? ['It still splits the traffic. Stop it, so that every visitor sees the control.']
    : [];

function mismatch({ health }: TestResults): Verdict {
  const { parts, bayes_factor: factor } = health.split;
  const seen = parts
    .map(({ key, units, expected }) => `${key} has ${count(units)} instead of ${count(expected)}`)
    .join(', ');
  return {
    look: 'bad',
    title: 'Split mismatch: do not ship.',
    reasons: [
      `${seen} (Bayes factor ${bayesText(factor)}). The figures cannot be trusted.`,
      'Look for a redirect, a cache, a blocker or bots that reach one variant only. Mend it, stop this test and start a duplicate.',
    ],
  };
}

function silence({ health }: TestResults, zone: string): Verdict {
  return {
    look: 'bad',
    title: 'The goal is silent: do not decide.',
    reasons: [
      `Its last event came at ${instant(health.goal.last_event_at, zone)}. Check that it is still reported.`,
    ],
  };
}

/** “Price first” (B), and “Variant B” */
export function nameOf({ variants }: Pick<SplitTest, 'variants'>, key: string | null | undefined) {
  const variant = variants.find((one) => one.key === key);
  if (!variant) return 'the variant';
  const isNamed = variant.name.split(/[\s()]+/u).includes(variant.key);
  return isNamed ? `“${variant.name}”` : `“${variant.name}” (${variant.key})`;
}
