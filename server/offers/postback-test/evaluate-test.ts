import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { PostbackTest, TestStep } from '#contract/offers/postback-tests.ts';
import type { OfferTerms } from '../../offer-terms/offer-terms.ts';
import { termsOfOffer } from '../../offer-terms/read-offer-terms.ts';
import { payoutBy } from '../../offer-terms/terms-money.ts';
import { readWithRetry } from '../../warehouse/read-with-retry.ts';
import { testLasts } from './test-clicks.ts';
import type { Result, TestRow } from './test-rows.ts';

type Step = PostbackTest['steps'][number];
type Sources = { pool: pg.Pool; reader: ClickHouseClient };

type SeenClick = {
  time: string;
  terms_id: number;
  offer_id: string;
  offer_route: string;
  offer_reason: string;
  click_payout: string;
};
type SeenConversion = { time: string; value: string; payout: string | null };
type Logged = { at: Date; result: string; message: string | null };

const passed = (step: TestStep, message: string, at: string | null): Step => ({
  ...{ step, state: 'passed', message, at },
});
const failed = (step: TestStep, message: string, at: string | null = null): Step => ({
  ...{ step, state: 'failed', message, at },
});
const waiting = (step: TestStep, message: string): Step => ({
  ...{ step, state: 'waiting', message, at: null },
});

const order: readonly TestStep[] = ['click', 'redirect', 'postback', 'payout'];
const notYet: Record<TestStep, string> = {
  click: 'The click has not arrived yet.',
  redirect: 'Waits for the click.',
  postback: 'Waits for the network to report the conversion.',
  payout: 'Waits for the conversion.',
};

/** How far a test has come, by what is stored of its click. */
export async function evaluateTest(sources: Sources, test: TestRow, now: Date): Promise<Result> {
  const { clickId, result } = test;
  if (result.state !== 'running' || clickId === null) return result;
  const [click] = await readClick(sources, test, clickId);
  const [conversion] = await readConversion(sources, test, clickId);
  const [logged] = await readLog(sources, test, clickId);
  const steps: Step[] = [];
  if (click) {
    steps.push(passed('click', 'The click arrived, marked as a test.', click.time));
    steps.push(redirectOf(click, test));
  }
  if (steps.every(isPassed) && click) {
    const postback = postbackOf(conversion, logged);
    if (postback) steps.push(postback);
    if (conversion && postback?.state === 'passed') {
      const terms = await readTerms(sources, test, click.terms_id);
      return ended(test, steps, { click, conversion, terms });
    }
  }
  return open(steps, now.getTime() - test.started.getTime() > testLasts);
}

const isPassed = ({ state }: Step): boolean => state === 'passed';

/** What is not known yet is waited for, until it is too late. */
function open(steps: readonly Step[], isOver: boolean): Result {
  const hasFailed = steps.some(({ state }) => state === 'failed');
  const rest = order.slice(steps.length).map((step, index) => {
    if (index > 0 || hasFailed || !isOver) return waiting(step, notYet[step]);
    return failed(step, step === 'postback' ? notReceived : notYet[step]);
  });
  const state = hasFailed ? 'failed' : isOver ? 'timed_out' : 'running';
  return { state, steps: [...steps, ...rest], payout: null, terms: null };
}

const notReceived =
  'No postback came within 5 minutes: compare the address and the key at the network with the ones here.';

const reasons: Record<string, string> = {
  paused: 'it is paused',
  expired: 'it has expired',
  archived: 'it is archived',
  access: 'the affiliate may not run it',
};

function redirectOf(
  { offer_route: route, offer_reason: reason, time }: SeenClick,
  test: TestRow,
): Step {
  if (route !== 'offer') {
    const why = reasons[reason] ?? 'it does not take this click';
    return failed('redirect', `The click did not go to the offer, because ${why}.`, time);
  }
  if (!/\{click_id\}|%7Bclick_id%7D/i.test(test.destination)) {
    return failed(
      'redirect',
      'The destination does not pass the click on: put {click_id} into it.',
      time,
    );
  }
  return passed('redirect', 'The click was sent to the destination with its id.', time);
}

function postbackOf(
  conversion: SeenConversion | undefined,
  logged: Logged | undefined,
): Step | null {
  if (conversion)
    return passed('postback', 'The conversion was reported for this click.', conversion.time);
  if (!logged) return null;
  const at = logged.at.toISOString();
  if (logged.result === 'parse_error') {
    return failed('postback', logged.message ?? 'The postback could not be read.', at);
  }
  if (logged.result === 'duplicate') {
    return failed(
      'postback',
      'The postback repeated an earlier one: send each conversion once.',
      at,
    );
  }
  return null;
}

function ended(
  { currency }: TestRow,
  steps: readonly Step[],
  {
    click,
    conversion,
    terms,
  }: { click: SeenClick; conversion: SeenConversion; terms: OfferTerms | null },
): Result {
  const places = moneyPlaces(currency);
  const paid = terms
    ? payoutBy(terms, { value: conversion.value, currency, count: 1 }).add(click.click_payout)
    : null;
  if (!terms || !paid || paid.isZero()) {
    const message = 'No terms of the offer pay this affiliate: add terms with a payout.';
    return {
      state: 'failed',
      steps: [...steps, failed('payout', message)],
      payout: null,
      terms: null,
    };
  }
  const payout = roundDecimal(paid.toFixed(), places);
  const message = `It would pay ${payout.toFixed(places)} ${currency} under terms ${terms.id}.`;
  return {
    state: 'passed',
    steps: [...steps, passed('payout', message, conversion.time)],
    payout,
    terms: terms.id,
  };
}

function read<Row>({ reader }: Sources, query: string, params: Record<string, unknown>) {
  return readWithRetry(async () => {
    const answer = await reader.query({ query, query_params: params, format: 'JSONEachRow' });
    return answer.json<Row>();
  });
}

const time = `formatDateTime(event_time, '%Y-%m-%dT%H:%i:%SZ') AS time`;

const readClick = (sources: Sources, { project, started }: TestRow, click: string) =>
  read<SeenClick>(
    sources,
    `SELECT ${time}, terms_id, offer_id, offer_route, offer_reason, toString(click_payout) AS click_payout FROM events
     WHERE project_id = {project:UInt32} AND event_name = 'click' AND left_out = 2 AND click_id = {click:String}
       AND event_time >= fromUnixTimestamp64Milli({from:Int64}) AND is_twin = 0 LIMIT 1`,
    { project, click, from: started.getTime() - 60_000 },
  );

const readConversion = (sources: Sources, { project, primary, started }: TestRow, click: string) =>
  read<SeenConversion>(
    sources,
    `SELECT ${time}, toString(value) AS value, if(payout IS NULL, NULL, toString(payout)) AS payout FROM events
     WHERE project_id = {project:UInt32} AND event_name = {primary:String} AND left_out = 2 AND side = 'server'
       AND click_id = {click:String} AND event_time >= fromUnixTimestamp64Milli({from:Int64}) LIMIT 1`,
    { project, primary, click, from: started.getTime() - 60_000 },
  );

async function readLog(
  { pool }: Sources,
  { project, started }: TestRow,
  click: string,
): Promise<Logged[]> {
  const { rows } = await pool.query<Logged>(
    `select received_at as at, result, message from postback_log
     where project_id = $1 and received_at >= $2 and click_id = $3 order by received_at, id limit 1`,
    [project, started, click],
  );
  return rows;
}

async function readTerms(
  { pool }: Sources,
  { offer }: TestRow,
  id: number,
): Promise<OfferTerms | null> {
  const { rows } = await pool.query<{ terms: OfferTerms[] }>(
    `select ${termsOfOffer('offer')} as terms from offers offer where offer.id = $1`,
    [offer],
  );
  return rows[0]?.terms.find((terms) => terms.id === id) ?? null;
}
