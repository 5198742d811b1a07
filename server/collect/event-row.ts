import {
  type AddressDimension,
  addressDimensions,
  byDimension,
  storedDimensions,
} from '#contract/analytics/dimensions.ts';
import { clickIdFields, type TrackedEvent } from '#contract/collect/events.ts';
import { isLinkClickId } from '../attribution/link-click.ts';
import { countryCodeOf } from '../geo/countries.ts';
import { PAYOUT_ONLY } from '../warehouse/order-scope.ts';
import type { EventRow, Label, Side } from '../warehouse/rows.ts';
import { toAmount, withoutSign } from './amount.ts';
import { channelOf, isDirect } from './channel.ts';
import type { CollectProject } from './collect-project.ts';
import { labelsOf } from './event-labels.ts';
import { hostOf, isSameSite, type Landing, landingOf, truncateAddress } from './network-address.ts';
import { agentOf } from './user-agent.ts';

export const sideOf = (event: TrackedEvent): Side => event.source ?? event.side ?? 'server';

export type EventContext = {
  project: CollectProject;
  at: Date;
  /** Whose id the order id is, where the event itself does not name its network. */
  orderScope?: string | undefined;
  /** Whether the value is only what a network pays. */
  isPayout?: boolean | undefined;
  /** Whether it is the click that a tracking link makes. */
  isOfLink?: boolean | undefined;
};

/** An event as the warehouse stores it. Missing fields are read from its landing URL. */
export function eventRowOf(
  event: TrackedEvent,
  uid: string,
  { project, at, orderScope = '', isPayout = false, isOfLink = false }: EventContext,
): { event: EventRow; labels: Label[] } {
  const landing = event.url ? landingOf(event.url) : null;
  const agent = agentOf(event.user_agent ?? '');
  const from = (field: AddressDimension | 'click_id'): string =>
    event[field] ?? landing?.query.get(field) ?? '';
  const clickIds = clickIdsOf(event, landing);
  const named = byDimension(addressDimensions, from);
  const signals = {
    ...named,
    referrer: referrerOf(event.referrer, landing),
    clickIds,
  };
  const isClick = event.event_name === 'click';
  const isDirectClick =
    isClick && isDirect(signals) && (!event.channel || event.channel.toLowerCase() === 'direct');
  const isChannelKnown = isClick || !isDirect(signals);
  const country = countryCodeOf(event.country ?? '');
  const time = (event.event_time === undefined ? at : new Date(event.event_time)).toISOString();
  const amountOf = (sent: string) =>
    event.event_name === 'refund' ? withoutSign(toAmount(sent)) : toAmount(sent);
  const clickId = from('click_id');
  const isTwin =
    isClick && !isOfLink && sideOf(event) === 'browser' && isLinkClickId(clickId, project.id);

  const scope = event.order_network ? networkScope(event.order_network) : orderScope;

  const row: EventRow = {
    project_id: project.id,
    event_name: event.event_name,
    event_time: time,
    ingested_at: at.toISOString(),
    event_uid: uid,
    side: sideOf(event),
    event_id: event.event_id ?? '',
    order_id: event.order_id ?? '',
    order_scope: isPayout ? `${PAYOUT_ONLY}${scope}` : scope,
    dedup_key: event.event_id ?? event.order_id ?? uid,
    click_id: clickId,
    visitor_id: event.visitor_id ?? '',
    user_id: event.external_id ?? '',
    ...byDimension(storedDimensions, (name) => event[name] ?? ''),
    ...named,
    referrer: signals.referrer,
    channel: event.channel ?? (isChannelKnown ? channelOf(signals) : ''),
    country,
    state: stateOf(event.state ?? '', country),
    device: event.device?.toLowerCase() ?? agent.device,
    value: amountOf(event.value ?? '0'),
    currency: event.currency ?? project.currency,
    payout: event.payout === undefined ? null : amountOf(event.payout),
    status: event.status ?? 'approved',
    ...(isClick || event.status !== undefined ? {} : { status_assumed: 1 }),
    ...(event.goal === undefined ? {} : { goal: event.goal.toLowerCase() }),
    is_bot: agent.isBot ? 1 : 0,
    is_test: event.test ? 1 : 0,
    is_twin: isTwin ? 1 : 0,
    is_direct: isDirectClick ? 1 : 0,
    platform_click_ids: { ...clickIds, ...cookiesOf(event) },
    user_agent: event.user_agent ?? '',
    client_ip: addressOf(event.client_ip ?? '', project),
    params: paramsOf(event.params, landing),
  };
  return { event: row, labels: labelsOf({ ...event, ...named }, project.id, time) };
}

const networkScope = (network: string): string => `network:${network.toLowerCase()}`;

function clickIdsOf(event: TrackedEvent, landing: Landing | null): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const field of clickIdFields) {
    const id = event[field] ?? landing?.query.get(field);
    if (id) ids[field] = id;
  }
  return ids;
}

/** First-party cookies of a platform last for months: they identify the person, not the origin of this visit. */
function cookiesOf(event: TrackedEvent): Record<string, string> {
  return { ...(event.fbp ? { fbp: event.fbp } : {}), ...(event.fbc ? { fbc: event.fbc } : {}) };
}

const addressOf = (address: string, { keepAddresses = false }: CollectProject): string =>
  keepAddresses ? address : truncateAddress(address);

function referrerOf(referrer: string | undefined, landing: Landing | null): string {
  const host = referrer ? hostOf(referrer) : '';
  return landing && host && isSameSite(host, landing.host) ? '' : host;
}

/** The part after the country code: `US-TX` and `TX` both mean Texas. */
function stateOf(state: string, country: string): string {
  const bare = state.toUpperCase().startsWith(`${country}-`)
    ? state.slice(country.length + 1)
    : state;
  // Three letters with one capital may be a name, such as Goa.
  return /^([a-z]{2,3}|[A-Za-z]{2})$/.test(bare) ? bare.toUpperCase() : bare;
}

function paramsOf(params: Record<string, unknown> | undefined, landing: Landing | null): string {
  if (!landing) return params ? JSON.stringify(params) : '{}';
  return JSON.stringify({ url: landing.url, ...params });
}
