import type { GoalType, TestKind, TestStatus } from '#contract/split-tests/definition.ts';
import type { TestGate } from '#contract/split-tests/results.ts';
import type { TestDecision } from '#contract/split-tests/schemas.ts';
import { fails } from '#model/split-test-list.ts';
import { change, count, type Figure, none, percent } from '../../kit/format.ts';

export const statusWords: Record<TestStatus, string> = {
  draft: 'Draft',
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  archived: 'Archived',
};

export const kindWords: Record<TestKind, string> = {
  page: 'Page',
  offer: 'Offer',
  funnel_step: 'Funnel step',
};

export const goalWords: Record<GoalType, string> = {
  conversion_rate: 'Conversion rate',
  revenue_per_unit: 'Revenue per visitor',
  epc: 'Earnings per click',
  aov: 'Average order value',
  profit_per_click: 'Profit per click',
};

/** +13.9 %: a change relative to the control. */
export const liftText = (lift: Figure): string => change(lift);

/** +1.2 % to +9.9 % */
export const intervalText = (low: Figure, high: Figure): string =>
  low === null || low === undefined || high === null || high === undefined
    ? none
    : `${change(low)} to ${change(high)}`;

export type GateWords = { text: string; meaning: 'good' | 'warn' | 'bad' | null };

/** What the gate says, in the words of its chip. */
export function gateWords({ status, winner, checks, eta_days: left }: TestGate): GateWords {
  switch (status) {
    case 'unhealthy':
      return {
        text: fails(checks, 'split') ? 'Split mismatch' : 'Goal is silent',
        meaning: 'bad',
      };
    case 'ready_ship':
      return {
        text: winner === null ? 'Ready to ship' : `Ready to ship ${winner}`,
        meaning: 'good',
      };
    case 'ready_keep':
      return { text: 'Keep the control', meaning: 'good' };
    case 'ready_inconclusive':
      return { text: 'Inconclusive', meaning: 'warn' };
    case 'collecting':
      return {
        text: left === null ? 'Collecting' : `Collecting · ${daysText(Math.ceil(left))} left`,
        meaning: null,
      };
  }
}

export const daysText = (days: number): string => (days === 1 ? '1 day' : `${count(days)} days`);

/** What was decided, with the letter of what is shipped. */
export function decisionText(decision: TestDecision, variant: string | null): string {
  switch (decision) {
    case 'ship':
      return variant === null ? 'Ship' : `Ship ${variant}`;
    case 'keep_control':
      return 'Keep the control';
    case 'inconclusive':
      return 'Inconclusive';
    case 'invalid':
      return 'Invalid';
  }
}

/** 98.8 %, and never 100 %: a chance is not a certainty. */
export function chanceText(chance: Figure): string {
  if (chance === null || chance === undefined || !Number.isFinite(chance)) return 'unknown';
  if (chance > 0.999) return `over ${percent(0.999)}`;
  return chance < 0.001 ? `under ${percent(0.001)}` : percent(chance);
}
