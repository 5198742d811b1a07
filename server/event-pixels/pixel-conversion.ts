import { withoutUnstorable } from '#contract/storable-text.ts';
import type { PixelEvent } from '../database/payloads/pixel-event.ts';
import type { ConversionSide, Evidence } from './conversion-evidence.ts';
import { hashedEmail, hashedId, hashedPhone } from './payload/hashed-person.ts';

/** A conversion as its project's event pixels send it, with its former ids. */
export type PixelConversion = {
  pixelEvent: PixelEvent;
  affid: string;
  eventTime: number;
  aliases: string[];
};

/** The data of a conversion from both sides; the server's side wins. */
export function pixelConversionOf(
  sides: readonly ConversionSide[],
  endedBy: ReadonlyMap<string, readonly ConversionSide[]>,
  evidence: ReadonlyMap<string, Evidence>,
): PixelConversion | null {
  const server = sides.find(({ side }) => side === 'server');
  const browser = sides.find(({ side }) => side === 'browser');
  const lead = server ?? browser;
  if (lead?.record !== 'conversion') return null;
  const seen = browser ?? lead;
  const uids = new Set(sides.flatMap(({ event_uids }) => event_uids));
  const known = [...uids].flatMap((uid) => evidence.get(uid) ?? []);
  const fromBrowser = [...known].sort((a, b) =>
    a.side === b.side ? 0 : a.side === 'browser' ? -1 : 1,
  );
  const click = evidence.get(lead.click_uid);
  const params = known.map(({ params }) => paramsIn(params));
  const firstOf = (...keys: string[]) =>
    params.flatMap((one) => keys.map((key) => one[key])).find((text) => typeof text === 'string') ??
    '';
  const person = (hash: (input: string) => string, ...keys: string[]) =>
    keys.map((key) => hash(String(firstOf(key)))).find((digest) => digest !== '') ?? '';
  return {
    affid: lead.affid,
    eventTime: Date.parse(instant(lead.event_time)),
    aliases: [
      ...new Set(
        [...uids]
          .flatMap((uid) => endedBy.get(uid) ?? [])
          .map(({ conversion_id: id }) => id)
          .filter((id) => id !== lead.conversion_id),
      ),
    ],
    pixelEvent: storable({
      conversion_id: lead.conversion_id,
      event_id:
        seen.event_id || seen.order_id || lead.event_id || lead.order_id || lead.conversion_id,
      event_name: lead.event_name,
      event_time: instant(seen.event_time),
      order_id: lead.order_id || seen.order_id,
      status: lead.status,
      value: lead.sent_value,
      payout: lead.payout,
      currency: lead.currency,
      ...(hasProjectValue(lead) ? { project_value: lead.project_value } : {}),
      affid: lead.affid,
      affsub: lead.affsub,
      offer_id: lead.offer_id,
      campaign_id: lead.campaign_id,
      adset_id: lead.adset_id,
      ad_id: lead.ad_id,
      country: lead.country === 'ZZ' ? '' : lead.country,
      click_id: lead.click_id,
      click_time: lead.click_time ? Date.parse(instant(lead.click_time)) : null,
      visitor_id: lead.visitor_id || seen.visitor_id,
      url: withoutQuery(String(firstOf('url'))),
      user_agent: fromBrowser.map(({ user_agent }) => user_agent).find(Boolean) ?? '',
      platform_ids: Object.assign(
        {},
        ...[click, ...fromBrowser.reverse()].map((one) => one?.platform_click_ids ?? {}),
      ),
      email_sha256: person(hashedEmail, 'email_sha256', 'email', 'em'),
      phone_sha256: person(hashedPhone, 'phone_sha256', 'phone', 'ph'),
      external_id_sha256: hashedId(lead.user_id || seen.user_id),
    }),
  };
}

/** Events of earlier versions may hold characters that PostgreSQL refuses in the queue of deliveries. */
function storable(pixelEvent: PixelEvent): PixelEvent {
  const clean = <Fields extends object>(fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? withoutUnstorable(value) : value,
      ]),
    ) as Fields;
  return { ...clean(pixelEvent), platform_ids: clean(pixelEvent.platform_ids) };
}

function paramsIn(text: string): Record<string, unknown> {
  const params: unknown = JSON.parse(text || '{}');
  return typeof params === 'object' && params !== null ? { ...params } : {};
}

const instant = (stored: string): string => `${stored.replace(' ', 'T')}Z`;

function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return '';
  const { origin, pathname, protocol } = new URL(address);
  return /^https?:$/.test(protocol) ? `${origin}${pathname}` : '';
}

/** Without an exchange rate an amount is stored as 0 in the project's currency. */
const hasProjectValue = ({ sent_value, project_value }: ConversionSide): boolean =>
  Number(project_value) !== 0 || Number(sent_value) === 0;
