import { dayOf, noonOf } from './calendar.ts';
import { type Half, headOf, type Sale, salesOf } from './conversions.ts';
import { type ClicksOf, clicksBy, creditOf } from './credit.ts';
import {
  type Dimensions,
  dimensionNames,
  type Fact,
  factOf,
  type Project,
  type Terms,
} from './facts.ts';
import { type Money, moneyOf, times } from './money.ts';
import { delivered, isCost, type Reported, type ReportedCost, type Side } from './reported.ts';
import { agreed, type Rules } from './rules.ts';

export type Row = Dimensions & {
  record: 'click' | 'conversion' | 'refund' | 'cost' | 'excluded';
  project: number;
  time: number;
  side: Side | '';
  attributed: boolean;
  reason: '' | 'bot' | 'bot click' | 'test' | 'rejected' | 'reversed' | 'no_rate';
  paired: boolean;
  value: Money;
  payout: Money;
  rawCount: number;
  rawValue: Money;
  person: string;
};

const nothing = {
  side: '',
  attributed: true,
  reason: '',
  paired: false,
  value: 0n,
  payout: 0n,
  rawCount: 0,
  rawValue: 0n,
  person: '',
} as const;

/** From what was reported about one project to the rows that every figure is made of. */
export function rowsOf(
  project: Project,
  requests: readonly (readonly Reported[])[],
  rules: Rules = agreed,
): Row[] {
  const all = delivered(requests);
  const facts = all.flatMap((event, uid) => (isCost(event) ? [] : [factOf(event, uid, project)]));
  const counted = facts.filter(({ left }) => left === '');
  const clicks = counted.filter(({ name }) => name === 'click');
  const clicksOf = clicksBy(clicks);
  const orders = salesOf(
    counted.filter(({ name }) => name === 'purchase'),
    rules,
  );
  const refunds = salesOf(
    counted.filter(({ name }) => name === 'refund'),
    rules,
  );
  return [
    ...clicks.map((click) => clickRow(click, project)),
    ...facts.flatMap((fact) => leftRow(fact, project)),
    ...orders.flatMap((sale) => orderRows(sale, { project, clicksOf, rules })),
    ...refunds.flatMap((sale) => refundRows(sale, orders, { project, clicksOf, rules })),
    ...costRows(all.filter(isCost), project),
  ];
}

const clickRow = (click: Fact, project: Project): Row => ({
  ...nothing,
  ...click.own,
  record: 'click',
  project: project.id,
  time: click.time,
  person: click.visitor || click.click || `event ${click.uid}`,
});

const leftRow = (fact: Fact, project: Project): Row[] =>
  fact.left === ''
    ? []
    : [
        {
          ...nothing,
          ...fact.own,
          record: 'excluded',
          project: project.id,
          time: fact.time,
          side: fact.side,
          reason: fact.left === 'bot' && fact.name === 'click' ? 'bot click' : fact.left,
        },
      ];

type Means = { project: Project; clicksOf: ClicksOf; rules: Rules };

function orderRows(sale: Sale, means: Means): Row[] {
  const credit = creditOf(sale, means.clicksOf, means.rules);
  const halves = [sale.server, sale.browser].filter((half) => half !== null);
  return halves.map((half) => {
    const places = placed(half.head, credit);
    return {
      ...places,
      ...figuresOf(half, termsOf(places.affid, headOf(sale), means.project), means.project, 1n),
      record: isCounted(half, means.project) ? 'conversion' : 'excluded',
      attributed: credit !== null,
      paired: halves.length === 2,
      person: half.head.user || half.head.visitor || `conversion ${headOf(sale).uid}`,
    };
  });
}

function refundRows(sale: Sale, orders: readonly Sale[], means: Means): Row[] {
  const order = orderOf(sale, orders);
  const from = order ?? sale;
  const credit = creditOf(from, means.clicksOf, means.rules);
  const halves = [sale.server, sale.browser].filter((half) => half !== null);
  return halves.map((half) => {
    const places = placed(order ? headOf(order) : half.head, credit);
    return {
      ...places,
      ...figuresOf(half, termsOf(places.affid, headOf(from), means.project), means.project, -1n),
      record: isCounted(half, means.project) ? 'refund' : 'excluded',
      attributed: credit !== null,
      paired: halves.length === 2,
      person: '',
    };
  });
}

/** The conversion that a refund gives back: the latest before it with its order id, else the first after it. */
function orderOf(refund: Sale, orders: readonly Sale[]): Sale | null {
  const { order, time } = headOf(refund);
  if (order === '') return null;
  const same = orders
    .filter((sale) => [sale.server, sale.browser].some((half) => half?.head.order === order))
    .sort((a, b) => headOf(a).time - headOf(b).time);
  return same.findLast((sale) => headOf(sale).time <= time) ?? same[0] ?? null;
}

/** Where a conversion belongs: with its click, and to its own place and device when it names them. */
function placed({ own }: Fact, credit: Fact | null): Dimensions {
  const none = Object.fromEntries(dimensionNames.map((name) => [name, ''])) as Dimensions;
  const from = credit?.own ?? { ...none, affid: own.affid, offer_id: own.offer_id };
  const places = credit ? [own, credit.own] : [own];
  const country = places.find((place) => place.country !== 'ZZ')?.country ?? 'ZZ';
  const state = places.find((place) => place.country === country && place.state !== '')?.state;
  return {
    ...from,
    country,
    state: state ?? '',
    device: places.find(({ device }) => device !== '')?.device ?? '',
  };
}

/** The terms that were valid when both sides agree the conversion happened; a refund goes by those of its order. */
const termsOf = (affid: string, { time }: Fact, { terms }: Project): Terms | null =>
  terms[affid]?.findLast(({ from }) => from <= time) ?? null;

function figuresOf(half: Half, terms: Terms | null, project: Project, sign: 1n | -1n) {
  const { head } = half;
  const value = inBase(head.value, head, project) ?? 0n;
  return {
    project: project.id,
    time: head.time,
    side: head.side,
    reason: reasonOf(half, project),
    value,
    payout: payoutOf(head, value, terms, project, sign),
    rawCount: half.events.length,
    rawValue: half.events.reduce(
      (sum, event) => sum + (inBase(event.value, event, project) ?? 0n),
      0n,
    ),
  };
}

function payoutOf(
  head: Fact,
  value: Money,
  terms: Terms | null,
  project: Project,
  sign: 1n | -1n,
): Money {
  if (head.payout !== null) return sign * (inBase(head.payout, head, project) ?? 0n);
  if (!terms) return 0n;
  if (terms.type === 'revshare') return sign * times(value, terms.value);
  return sign === 1n && head.side === 'server' ? moneyOf(terms.value) : 0n;
}

const isCounted = (half: Half, project: Project): boolean => reasonOf(half, project) === '';

function reasonOf({ head, status }: Half, project: Project): Row['reason'] {
  if (status === 'rejected' || status === 'reversed') return status;
  return inBase(head.value, head, project) === null ? 'no_rate' : '';
}

const inBase = (money: Money, { currency, time }: Fact, project: Project): Money | null =>
  exchanged(money, currency, dayOf(time, project.timezone), project);

/** By the latest rate that is not after the day; null without one. */
function exchanged(money: Money, currency: string, day: string, project: Project): Money | null {
  if (currency === project.currency) return money;
  const rate = project.rates
    .filter((one) => one.currency === currency && one.from <= day)
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .at(-1);
  return rate ? times(money, rate.rate) : null;
}

/** The latest report of each cost counts. */
function costRows(costs: readonly ReportedCost[], project: Project): Row[] {
  const latest = new Map(
    costs.map((cost) => {
      const { date, account, platform, campaign_id, adset_id, ad_id } = cost;
      return [[date, account, platform, campaign_id, adset_id, ad_id].join('\n'), cost];
    }),
  );
  const none = Object.fromEntries(dimensionNames.map((name) => [name, ''])) as Dimensions;
  return [...latest.values()].map((cost) => {
    const currency = cost.currency ?? project.currency;
    const spend = exchanged(moneyOf(cost.spend), currency, cost.date, project);
    return {
      ...nothing,
      ...none,
      record: spend === null ? 'excluded' : 'cost',
      reason: spend === null ? 'no_rate' : '',
      project: project.id,
      time: noonOf(cost.date, project.timezone),
      affid: cost.affid ?? '',
      campaign_id: cost.campaign_id ?? '',
      adset_id: cost.adset_id ?? '',
      ad_id: cost.ad_id ?? '',
      country: 'ZZ',
      value: spend ?? 0n,
    };
  });
}
