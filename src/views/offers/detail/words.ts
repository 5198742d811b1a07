import type { AccessState } from '#contract/offers/access.ts';
import type { CapInterval, CapMetric } from '#contract/offers/caps.ts';
import type { OverCapPolicy } from '#contract/offers/fields.ts';
import type { PayoutType, RevenueType } from '#contract/offers/terms.ts';
import type { OfferBreakdown, OfferTab } from '#model/offer-detail.ts';
import { count, exactPercent, money, none } from '../../kit/format.ts';

const space = '\u00a0';

export const tabNames: Record<OfferTab, string> = {
  overview: 'Overview',
  performance: 'Performance',
  terms: 'Terms',
  caps: 'Caps',
  tracking: 'Tracking',
  access: 'Access',
  conversions: 'Conversions',
  payouts: 'Payouts',
  log: 'Log',
};

export const accessNames: Record<AccessState, string> = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  blocked: 'Blocked',
};

export const accessMeanings: Record<AccessState, 'good' | 'warn' | 'bad'> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  blocked: 'bad',
};

export const policyWords: Record<OverCapPolicy, string> = {
  redirect: 'Clicks go to the fallback',
  block: 'Clicks are refused',
  accept_unpaid: 'Clicks go on, conversions are not paid',
};

export const intervalNames: Record<CapInterval, string> = {
  hour: 'an hour',
  day: 'a day',
  week: 'a week',
  month: 'a month',
  total: 'in total',
};

export const breakdownNames: Record<OfferBreakdown, string> = {
  day: 'Day',
  hour: 'Hour',
  affiliate: 'Affiliate',
  country: 'Country',
  device: 'Device',
  campaign: 'Campaign',
  ad: 'Ad',
};

/** A percentage that was entered: 2.95 % */
const share = (percentage: number | null): string =>
  exactPercent(percentage === null ? null : percentage / 100);

/** 32.00 USD */
export const sum = (amount: number | null, currency: string): string =>
  amount === null ? none : `${money(amount, currency)}${space}${currency}`;

type Paid = { payout_type: PayoutType; payout_amount: number | null; payout_pct: number | null };

/** What an affiliate gets: “32.00 USD per conversion”. */
export function paidWords(
  { payout_type, payout_amount, payout_pct }: Paid,
  currency: string,
): string {
  switch (payout_type) {
    case 'none':
      return 'Nothing';
    case 'cpa':
      return `${sum(payout_amount, currency)} per conversion`;
    case 'cps':
      return `${share(payout_pct)} of the value`;
    case 'cpa_cps':
      return `${sum(payout_amount, currency)} and ${share(payout_pct)} of the value`;
    case 'cpc':
      return `${sum(payout_amount, currency)} per click`;
  }
}

type Brought = {
  revenue_type: RevenueType | null;
  revenue_amount: number | null;
  revenue_pct: number | null;
};

/** What the advertiser pays; the reported value where nothing is agreed. */
export function broughtWords(
  { revenue_type, revenue_amount, revenue_pct }: Brought,
  currency: string,
): string {
  switch (revenue_type) {
    case null:
      return none;
    case 'none':
      return 'The reported value';
    case 'rpa':
      return `${sum(revenue_amount, currency)} per conversion`;
    case 'rps':
      return `${share(revenue_pct)} of the value`;
    case 'rpa_rps':
      return `${sum(revenue_amount, currency)} and ${share(revenue_pct)} of the value`;
  }
}

/** An amount of what a cap counts. */
export const metricAmount = (metric: CapMetric, amount: number, currency: string): string =>
  metric === 'revenue' || metric === 'payout' ? sum(amount, currency) : count(amount);

/** 500 conversions a day */
export const capTitle = (
  { metric, interval, limit }: { metric: CapMetric; interval: CapInterval; limit: number },
  currency: string,
): string =>
  metric === 'revenue' || metric === 'payout'
    ? `${sum(limit, currency)} ${metric} ${intervalNames[interval]}`
    : `${count(limit)} ${metric} ${intervalNames[interval]}`;

export const capitalized = (word: string): string =>
  `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
