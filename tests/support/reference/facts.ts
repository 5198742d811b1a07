import { type Money, moneyOf } from './money.ts';
import type { ReportedEvent, Side, Status } from './reported.ts';

export const dimensionNames = [
  'affid',
  'affsub',
  'referrer',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'campaign_id',
  'adset_id',
  'ad_id',
  'offer_id',
  'country',
  'state',
  'device',
] as const;
export type DimensionName = (typeof dimensionNames)[number];
/** '' is no value, `ZZ` an unknown country. */
export type Dimensions = Record<DimensionName, string>;

/** The payout terms of an affiliate from an instant on; oldest first. */
export type Terms = { from: number; type: 'revshare' | 'cpa'; value: string };
export type Rate = { currency: string; from: string; rate: string };
export type Project = {
  id: number;
  currency: string;
  timezone: string;
  terms: Readonly<Record<string, readonly Terms[]>>;
  rates: readonly Rate[];
};

/** One delivered event, in the words of the rules. */
export type Fact = {
  uid: number;
  name: string;
  side: Side;
  time: number;
  /** The key that makes two events of one side the same; '' when the event carries no id. */
  key: string;
  order: string;
  click: string;
  visitor: string;
  user: string;
  own: Dimensions;
  value: Money;
  currency: string;
  payout: Money | null;
  status: Status;
  /** A twin is a page's repeat of a click that a tracking link has counted. */
  left: '' | 'bot' | 'test' | 'twin';
  /** A click without affiliate, campaign or referrer. */
  isDirect: boolean;
};

const countries = new Set(['US', 'CA', 'DE', 'NP', 'AU', 'GB']);

/** The collector's part: names in lower case, hosts for referrers, codes for countries, bots by their agent. */
export function factOf(event: ReportedEvent, uid: number, project: Project): Fact {
  const name = event.event_name.trim().toLowerCase();
  const code = (event.country ?? '').toUpperCase();
  const country = countries.has(code) ? code : 'ZZ';
  const state = event.state ?? '';
  const own: Dimensions = {
    affid: event.affid ?? '',
    affsub: event.affsub ?? '',
    referrer: hostOf(event.referrer ?? ''),
    channel: '',
    utm_source: event.utm_source ?? '',
    utm_medium: event.utm_medium ?? '',
    utm_campaign: event.utm_campaign ?? '',
    utm_content: event.utm_content ?? '',
    campaign_id: event.campaign_id ?? '',
    adset_id: event.adset_id ?? '',
    ad_id: event.ad_id ?? '',
    offer_id: event.offer_id ?? '',
    country,
    state: state.startsWith(`${country}-`) ? state.slice(3) : state,
    device: event.device?.toLowerCase() ?? (event.user_agent ? 'desktop' : ''),
  };
  return {
    uid,
    name,
    side: event.source ?? 'server',
    time: Date.parse(event.event_time),
    key: event.event_id ?? event.order_id ?? '',
    order: event.order_id ?? '',
    click: event.click_id ?? '',
    visitor: event.visitor_id ?? '',
    user: event.external_id ?? '',
    own: { ...own, channel: event.channel ?? channelOf(own, name === 'click') },
    value: moneyOf(`${event.value ?? '0'}`.replace(name === 'refund' ? /^-/ : /^$/, '')),
    currency: event.currency ?? project.currency,
    payout: event.payout === undefined ? null : moneyOf(event.payout),
    status: event.status ?? 'approved',
    left: leftOf(event, name),
    isDirect: name === 'click' && isSilent(own) && !event.channel,
  };
}

function leftOf(event: ReportedEvent, name: string): Fact['left'] {
  if (event.test) return 'test';
  if (/bot/i.test(event.user_agent ?? '')) return 'bot';
  const isLinked = /^link_/.test(event.click_id ?? '');
  return name === 'click' && event.source === 'browser' && isLinked ? 'twin' : '';
}

const hostOf = (referrer: string): string =>
  referrer
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/, '');

const social = /^(facebook|l\.facebook\.com|facebook\.com)$/;
const search = /^(google|google\.com)$/;

/** The derived channel for the few origins of the seeded visitors. */
function channelOf(from: Dimensions, isClick: boolean): string {
  const isBought = from.utm_medium === 'cpc' || from.campaign_id !== '';
  const source = [from.utm_source, from.referrer];
  if (from.affid) return 'affiliate';
  if (from.utm_medium === 'email') return 'email';
  if (from.utm_medium === 'display') return 'display';
  if (source.some((one) => social.test(one))) return isBought ? 'paid social' : 'organic social';
  if (source.some((one) => search.test(one))) return isBought ? 'paid search' : 'organic search';
  if (from.utm_medium === 'cpc') return 'paid search';
  return isSilent(from) ? (isClick ? 'direct' : '') : 'referral';
}

/** The origin fields of the event, with `channel` still empty. */
function isSilent(from: Dimensions): boolean {
  const { country: _, state: __, device: ___, offer_id: ____, affsub: _____, ...signals } = from;
  return Object.values(signals).every((one) => one === '');
}
