import type { CapInterval, CapMetric } from '#contract/offers/caps.ts';
import type {
  OfferDevice,
  OfferStatus,
  OfferSystem,
  OverCapPolicy,
  TrafficKind,
  Visibility,
} from '#contract/offers/fields.ts';
import type { OfferLine } from '#contract/offers/offer.ts';
import { exactPercent, money } from '../../kit/format.ts';
import { nameOfCountry } from '../../kit/places.ts';

export const statusWords: Record<OfferStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  paused: 'Paused',
  expired: 'Expired',
  archived: 'Archived',
};

export const visibilityWords: Record<Visibility, string> = {
  public: 'Open to every affiliate',
  approval: 'Affiliates request it',
  private: 'Only affiliates that you add',
};

export const overCapWords: Record<OverCapPolicy, string> = {
  redirect: 'Send clicks to the fallback',
  block: 'Refuse clicks',
  accept_unpaid: 'Take clicks without paying for them',
};

export const deviceWords: Record<OfferDevice, string> = {
  desktop: 'Desktop',
  mobile: 'Mobile',
  tablet: 'Tablet',
};

export const systemWords: Record<OfferSystem, string> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
  ios: 'iOS',
};

export const trafficWords: Record<TrafficKind, string> = {
  search: 'Search',
  social: 'Social',
  native: 'Native',
  display: 'Display',
  email: 'E-mail',
  push: 'Push',
  pop: 'Pop-under',
  incent: 'Incentivised',
  brand_bidding: 'Brand bidding',
  adult: 'Adult',
};

export const metricWords: Record<CapMetric, string> = {
  conversions: 'conversions',
  clicks: 'clicks',
  revenue: 'revenue',
  payout: 'payout',
};

export const intervalWords: Record<CapInterval, string> = {
  hour: 'this hour',
  day: 'today',
  week: 'this week',
  month: 'this month',
  total: 'in total',
};

/** What an offer pays: the amount, and what it is paid for. */
export function payoutWords(
  payout: OfferLine['payout'],
  currency: string,
): { amount: string; per: string } {
  if (payout === null || payout.payout_type === 'none') return { amount: 'None', per: 'set here' };
  const { payout_type, payout_amount, payout_pct, has_tiers, varies } = payout;
  const sum = `${money(payout_amount, currency)} ${currency}`;
  const share = exactPercent(payout_pct === null ? null : payout_pct / 100);
  const more = [varies ? 'varies' : '', has_tiers ? 'more with volume' : ''].filter(Boolean);
  const per = (words: string) => [words, ...more].join(', ');
  switch (payout_type) {
    case 'cpa':
      return { amount: sum, per: per('per conversion') };
    case 'cps':
      return { amount: share, per: per('of the value') };
    case 'cpa_cps':
      return { amount: `${sum} + ${share}`, per: per('per conversion') };
    case 'cpc':
      return { amount: sum, per: per('per click') };
  }
}

/** The countries that an offer takes, at most three by name. */
export function countriesWords({
  countries,
  country_mode,
}: Pick<OfferLine, 'countries' | 'country_mode'>): string {
  if (countries.length === 0) return 'All countries';
  const shown = countries.slice(0, 3).map(nameOfCountry).join(', ');
  const rest = countries.length > 3 ? ` and ${countries.length - 3} more` : '';
  return country_mode === 'include' ? `${shown}${rest}` : `All but ${shown}${rest}`;
}

/** The devices and systems that an offer takes. */
export function devicesWords({ devices, os }: Pick<OfferLine, 'devices' | 'os'>): string {
  const names = [
    ...devices.map((device) => deviceWords[device]),
    ...os.map((system) => systemWords[system]),
  ];
  return names.length === 0 ? 'All devices' : names.join(', ');
}
