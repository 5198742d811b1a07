import { dayOf, noonOf } from './calendar.ts';
import { headOf, leadOf, type Sale, type SaleSide, salesOf } from './conversions.ts';
import {
  type ClicksOf,
  type CreditOptions,
  clicksBy,
  type Earned,
  earnedBy,
  usualCredit,
  wholeCredit,
} from './credit.ts';
import {
  type Dimensions,
  dimensionNames,
  type Fact,
  factOf,
  type Project,
  type Terms,
} from './facts.ts';
import { divided, type Figure, type Money, moneyFigure, moneyOf, times } from './money.ts';
import { delivered, isCost, type Reported, type ReportedCost, type Side } from './reported.ts';
import type { Rules } from './rules.ts';

export type Row = Dimensions & {
  record: 'click' | 'conversion' | 'refund' | 'cost' | 'excluded' | 'estimated_cost';
  project: number;
  time: number;
  side: Side | '';
  attributed: boolean;
  reason: '' | 'bot' | 'bot click' | 'test' | 'duplicate' | 'rejected' | 'reversed' | 'no_rate';
  paired: boolean;
  value: Money;
  payout: Money;
  rawCount: number;
  rawValue: Money;
  impressions: number;
  adClicks: number;
  /** The part of a cost that a click gets, and the time of that click; null without one. */
  estimated: Figure;
  clicked: number | null;
  person: string;
  /** The share of the conversion that this row is, in ten-billionths. */
  credit: bigint;
  /** Rows with the same name count once in a group; '' is no name. */
  once: string;
  /** Whether it is known by its day only. */
  isOfDay: boolean;
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
  impressions: 0,
  adClicks: 0,
  estimated: { over: 0n, under: 1n },
  clicked: null,
  person: '',
  credit: wholeCredit,
  once: '',
  isOfDay: false,
} as const;

/**
 * From the reports of one project to the rows of every figure, for each attribution; the parts that do not depend on
 * the attribution are computed once.
 */
export function rowsBy(
  project: Project,
  requests: readonly (readonly Reported[])[],
  rules: Rules,
): (way: CreditOptions) => Row[] {
  const all = delivered(requests);
  const facts = all.flatMap((event, uid) => (isCost(event) ? [] : [factOf(event, uid, project)]));
  const twins = facts.filter(({ left }) => left === 'twin');
  const counted = facts.filter(({ left }) => left === '');
  const clicks = counted.filter(({ name }) => name === 'click');
  if (rules.twin === 'another') clicks.push(...twins);
  const clicksOf = clicksBy(clicks, twins);
  const orders = salesOf(
    counted.filter(({ name }) => name === 'purchase'),
    rules,
  );
  const refunds = salesOf(
    counted.filter(({ name }) => name === 'refund'),
    rules,
  );
  const returned = refunds.map((sale) => ({ sale, from: orderOf(sale, orders) ?? sale }));
  const before = [
    ...clicks.map((click) => clickRow(click, project)),
    ...facts.flatMap((fact) => leftRow(fact, project)),
  ];
  const costs = costRows(all.filter(isCost), project);
  costs.push(...spreadRows(costs, before, project));
  return (way) => {
    const means = { project, clicksOf, rules, way };
    return [
      ...before,
      ...orders.flatMap((sale) => orderRows(sale, means)),
      ...returned.flatMap(({ sale, from }) =>
        sharedRows(sale, { ...means, from, record: 'refund', person: () => '' }),
      ),
      ...costs,
    ];
  };
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
          reason: reasonLeft(fact.left, fact.name),
        },
      ];

function reasonLeft(left: Exclude<Fact['left'], ''>, name: string): Row['reason'] {
  if (left === 'twin') return 'duplicate';
  return left === 'bot' && name === 'click' ? 'bot click' : left;
}

type Means = { project: Project; clicksOf: ClicksOf; rules: Rules; way: CreditOptions };

function orderRows(sale: Sale, means: Means): Row[] {
  const [earned] = earnedBy(sale, means.clicksOf, means.rules, usualCredit(means.rules));
  const clicked = earned?.click?.user || earned?.click?.visitor;
  const person = ({ head }: SaleSide) =>
    head.user || head.visitor || clicked || `conversion ${headOf(sale).uid}`;
  return sharedRows(sale, { ...means, from: sale, record: 'conversion', person });
}

type Shared = Means & {
  /** The row of a click: the conversion itself, or the one that a refund belongs to. */
  from: Sale;
  record: 'conversion' | 'refund';
  person: (side: SaleSide) => string;
};

/** One row for each click that earned a share, and one for the payout of the affiliate by the default attribution. */
function sharedRows(sale: Sale, { from, record, person, ...means }: Shared): Row[] {
  const { project, clicksOf, rules, way } = means;
  const earned = earnedBy(from, clicksOf, rules, way);
  const [owed] = earnedBy(from, clicksOf, rules, usualCredit(rules));
  const sides = [sale.server, sale.browser].filter((side) => side !== null);
  return sides.flatMap((side) => {
    const source = from === sale ? side.head : headOf(from);
    const told = { ...side, status: leadOf(sale).status };
    const reason =
      reasonOf(told, project) || (from === sale ? '' : reasonOf(leadOf(from), project));
    const rowFor = ({ click }: Pick<Earned, 'click'>) => ({
      ...nothing,
      ...placed(source, click),
      isOfDay: false,
      project: project.id,
      record: reason === '' ? record : ('excluded' as const),
      time: way.clock === 'click' && click ? click.time : side.head.time,
      side: side.head.side,
      attributed: click !== null,
      reason,
      paired: sides.length === 2,
      person: person(side),
    });
    const { value, rawValue } = amountsOf(side, project);
    const due = rowFor(owed ?? { click: null });
    const terms = termsOf(due.affid, headOf(from), project);
    const sign = record === 'refund' ? -1n : 1n;
    return [
      ...earned.map((part) => ({
        ...rowFor(part),
        value: between(value, part),
        rawValue: between(rawValue, part),
        rawCount: side.events.length,
        payout: 0n,
        credit: part.to - part.from,
        once: way.model === 'any_click' ? `${record} ${side.head.uid}` : '',
      })),
      {
        ...due,
        value: 0n,
        rawValue: 0n,
        rawCount: 0,
        payout: payoutOf(side, value, terms, project, sign),
        credit: 0n,
        once: '',
      },
    ];
  });
}

/** The part of an amount between two shares of it: the parts of all clicks add up to the amount. */
const between = (amount: Money, { from, to }: Earned): Money =>
  divided(amount * to, wholeCredit) - divided(amount * from, wholeCredit);

/** The conversion of a refund: the latest before it with its order id, else the first after it. */
function orderOf(refund: Sale, orders: readonly Sale[]): Sale | null {
  const { order, time } = headOf(refund);
  if (order === '') return null;
  const same = orders
    .filter((sale) => [sale.server, sale.browser].some((side) => side?.head.order === order))
    .sort((a, b) => headOf(a).time - headOf(b).time);
  return same.findLast((sale) => headOf(sale).time <= time) ?? same[0] ?? null;
}

/** The origin of a conversion: that of its click, with its own place and device where it has them. */
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

/** The payout terms at the time both sides report the conversion; a refund uses those of its order. */
const termsOf = (affid: string, { time }: Fact, { terms }: Project): Terms | null =>
  terms[affid]?.findLast(({ from }) => from <= time) ?? null;

function amountsOf(side: SaleSide, project: Project) {
  const worth = (event: Fact) => inBase(event.value, event, project) ?? 0n;
  return {
    value: worth(onFirstDay(amountOf(side, project), side)),
    rawValue: side.events.reduce((sum, event) => sum + worth(event), 0n),
  };
}

/** A payout in an event itself: the last event with one decides, those in a currency with a rate first. */
function payoutOf(
  side: SaleSide,
  value: Money,
  terms: Terms | null,
  project: Project,
  sign: 1n | -1n,
): Money {
  const { head, events } = side;
  const undone = ({ status }: Fact) => status === 'rejected' || status === 'reversed';
  const all = events.filter(({ payout }) => payout !== null);
  const named = all.filter((event) => !(event.payout === 0n && undone(event)));
  const last = named.length > 0 ? named : all;
  const isWorth = (event: Fact) => inBase(event.value, onFirstDay(event, side), project) !== null;
  const told = last.findLast(isWorth) ?? last.at(-1);
  if (told && told.payout !== null)
    return sign * (inBase(told.payout, onFirstDay(told, side), project) ?? 0n);
  if (!terms) return 0n;
  if (terms.type === 'revshare') return sign * times(value, terms.value);
  return sign === 1n && head.side === 'server' ? moneyOf(terms.value) : 0n;
}

function reasonOf(
  side: Pick<SaleSide, 'head' | 'amounts' | 'status'>,
  project: Project,
): Row['reason'] {
  const { status } = side;
  const amount = amountOf(side, project);
  if (status === 'rejected' || status === 'reversed') return status;
  return inBase(amount.value, onFirstDay(amount, side), project) === null ? 'no_rate' : '';
}

/** The last amount that the project has a rate for on the day of the conversion, else the last one. */
function amountOf(side: Pick<SaleSide, 'head' | 'amounts'>, project: Project): Fact {
  const { head, amounts } = side;
  const isWorth = (event: Fact) => inBase(event.value, onFirstDay(event, side), project) !== null;
  return amounts.findLast(isWorth) ?? amounts.at(-1) ?? head;
}

/** An amount is exchanged on the day of the conversion, whenever it was told. */
const onFirstDay = (event: Fact, { head }: Pick<SaleSide, 'head'>): Fact => ({
  ...event,
  time: head.time,
});

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

/** Each cost in equal parts over the clicks of its day that have its most specific id with clicks. */
function spreadRows(costs: readonly Row[], rows: readonly Row[], { timezone }: Project): Row[] {
  const clicks = new Map<string, Row[]>();
  for (const click of rows.filter(({ record }) => record === 'click')) {
    const day = dayOf(click.time, timezone);
    clicks.set(day, [...(clicks.get(day) ?? []), click]);
  }
  return costs
    .filter(({ record }) => record === 'cost')
    .flatMap((cost): Row[] => {
      const { affid, campaign_id, adset_id, ad_id, value } = cost;
      const own = { affid, campaign_id, adset_id, ad_id };
      const sameDay = (clicks.get(dayOf(cost.time, timezone)) ?? []).filter(
        (click) => affid === '' || click.affid === affid,
      );
      const found = (['ad_id', 'adset_id', 'campaign_id'] as const)
        .filter((name) => cost[name] !== '')
        .map((name) => sameDay.filter((click) => click[name] === cost[name]))
        .find((some) => some.length > 0);
      const part = { ...cost, record: 'estimated_cost' as const, ...quiet };
      if (!found) return [{ ...part, estimated: moneyFigure(value) }];
      const { over, under } = moneyFigure(value);
      const estimated = { over, under: under * BigInt(found.length) };
      return found.map((click) => {
        const dimensions = Object.fromEntries(dimensionNames.map((name) => [name, click[name]]));
        return { ...part, ...dimensions, ...own, estimated, clicked: click.time };
      });
    });
}
const quiet = { value: 0n, impressions: 0, adClicks: 0 };

/** The latest report of each cost counts. */
function costRows(costs: readonly ReportedCost[], project: Project): Row[] {
  const latest = new Map(
    costs.map((cost) => {
      const { date, account, platform, campaign_id, adset_id, ad_id, affid } = cost;
      return [[date, account, platform, campaign_id, adset_id, ad_id, affid].join('\n'), cost];
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
      isOfDay: true,
      project: project.id,
      time: noonOf(cost.date, project.timezone),
      affid: cost.affid ?? '',
      campaign_id: cost.campaign_id ?? '',
      adset_id: cost.adset_id ?? '',
      ad_id: cost.ad_id ?? '',
      country: 'ZZ',
      value: spend ?? 0n,
      impressions: cost.impressions ?? 0,
      adClicks: cost.clicks ?? 0,
    };
  });
}
