import type { PostbackTest, TestStep } from '#contract/offers/postback-tests.ts';
import { textMap } from '#contract/text-map.ts';
import type { OfferTerms } from '../../offer-terms/offer-terms.ts';
import { payoutBy } from '../../offer-terms/terms-money.ts';
import type { TestClick, TestSale } from './test-events.ts';

export type TestResult = Pick<PostbackTest, 'state' | 'steps' | 'payout' | 'terms'>;
type Step = PostbackTest['steps'][number];

/** A test without a postback ends after so many milliseconds. */
export const testLasts = 5 * 60_000;

const iso = (at: number) => new Date(at).toISOString();
const passed = (step: TestStep, message: string, at: number): Step => ({
  ...{ step, state: 'passed', message },
  at: iso(at),
});
const failed = (step: TestStep, message: string, at: number): Step => ({
  ...{ step, state: 'failed', message },
  at: iso(at),
});
const waiting = (step: TestStep, message: string): Step => ({
  ...{ step, state: 'waiting', message },
  at: null,
});

const laterSteps = (refusal: string | null = null): Step[] => [
  waiting(
    'postback',
    refusal === null
      ? 'It waits for the postback with the id of the click.'
      : `A postback was refused. ${refusal}`,
  ),
  waiting('payout', 'It waits for the conversion.'),
];

/** The state of a test whose click was taken, before anything of it has arrived. */
export const startedWith = (url: string, now: number): TestResult => ({
  state: 'running',
  steps: [
    passed('click', `The link took the click and leads to ${hostOf(url)}.`, now),
    waiting('redirect', 'It waits until the click has arrived.'),
    ...laterSteps(),
  ],
  payout: null,
  terms: null,
});

/** The state of a test that ended with its click. */
export const failedAt = (message: string, now: number): TestResult => ({
  state: 'failed',
  steps: [
    failed('click', message, now),
    waiting('redirect', 'It was not tried.'),
    waiting('postback', 'It was not tried.'),
    waiting('payout', 'It was not tried.'),
  ],
  payout: null,
  terms: null,
});

type Known = {
  result: TestResult;
  startedAt: number;
  now: number;
  click: TestClick | null;
  sale: TestSale | null;
  /** Why the last postback of the click was refused; null if none was. */
  refusal: string | null;
  terms: readonly OfferTerms[];
  currency: string;
  /** Whether the destination hands on the id of the click. */
  handsOnId: boolean;
};

/** How far a test has come with what has arrived since. */
export function progressOf({
  result,
  startedAt,
  now,
  click,
  sale,
  refusal,
  terms,
  currency,
  handsOnId,
}: Known): TestResult {
  if (result.state !== 'running') return result;
  const [clicked] = result.steps;
  if (!clicked) return result;
  const steps = (...later: Step[]): Step[] => [clicked, ...later];
  const isOver = now - startedAt > testLasts;
  if (!click) {
    const state = isOver ? 'timed_out' : 'running';
    return { ...result, state };
  }
  const obstacle = obstacleOf(click, handsOnId);
  if (obstacle !== null) {
    const redirect = failed('redirect', obstacle, click.at);
    return { ...result, state: 'failed', steps: steps(redirect, ...laterSteps()) };
  }
  const redirect = passed('redirect', 'It led to the offer with the id of the click.', click.at);
  if (!sale) {
    const state = isOver ? 'timed_out' : 'running';
    return { ...result, state, steps: steps(redirect, ...laterSteps(refusal)) };
  }
  const postback = passed('postback', `It reported ${worthOf(sale, currency)}.`, sale.at);
  const pinned = terms.find(({ id }) => id === click.terms);
  if (!pinned || pinned.payoutType === 'none') {
    const payout = failed('payout', 'No terms with a payout apply: add terms.', sale.at);
    return { ...result, state: 'failed', steps: steps(redirect, postback, payout) };
  }
  const paid =
    pinned.payoutType === 'cpc'
      ? Number(pinned.payoutAmount ?? 0)
      : payoutBy(pinned, { value: sale.value, currency, count: 1 }).toNumber();
  const per = pinned.payoutType === 'cpc' ? 'for the click ' : '';
  const payout = passed('payout', `It pays ${per}under terms ${pinned.id}.`, sale.at);
  return {
    state: 'passed',
    steps: steps(redirect, postback, payout),
    payout: paid,
    terms: pinned.id,
  };
}

const worthOf = ({ value }: TestSale, currency: string): string =>
  `a conversion worth ${Number(value).toFixed(2)} ${currency}`;

const reasons = textMap({
  paused: 'it is paused',
  expired: 'it has expired',
  archived: 'it is archived',
  pending: 'it is pending',
  access: 'the affiliate may not run it',
  not_started: 'it has not started',
  cap: 'a cap is full',
  shipped: 'its links lead to the winner of a split test',
});

/** Why the visitor of a click would not reach the offer, or its network not learn the id; null if neither. */
function obstacleOf({ route, reason }: TestClick, handsOnId: boolean): string | null {
  if (route !== '' && route !== 'offer') {
    const why = reasons.get(reason) ?? 'it does not take this click';
    return `The click did not go to the offer: ${why}.`;
  }
  if (!handsOnId) return 'The destination does not hand on the id: put {click_id} into it.';
  return null;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
