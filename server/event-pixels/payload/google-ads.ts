import type { PixelConfig } from '#contract/event-pixels/schemas.ts';
import type { Fired } from '#server/database/payloads/pixel-event.ts';
import { type Built, posted } from './destinations.ts';
import { Amount } from './exact-json.ts';

/** Google ends a version about a year after it came. */
const version = 'v26';

/** Upload of one click conversion. Google takes one of its click ids, or hashed contact data. */
export function googleAdsRequest(
  config: PixelConfig<'google_ads'>,
  fired: Fired,
  base: string,
  isTest: boolean,
): Built {
  const { gclid, gbraid, wbraid } = fired.platform_ids;
  const click = gclid ? { gclid } : gbraid ? { gbraid } : wbraid ? { wbraid } : null;
  const person = [
    ...(fired.email_sha256 ? [{ hashedEmail: fired.email_sha256 }] : []),
    ...(fired.phone_sha256 ? [{ hashedPhoneNumber: fired.phone_sha256 }] : []),
  ];
  if (!click && person.length === 0) {
    return { invalid: 'There is no Google click id and no hashed contact to find one by.' };
  }
  const { customer_id: customer, conversion_action_id: action } = config;
  return posted(
    `${base}/${version}/customers/${customer}:uploadClickConversions`,
    {
      conversions: [
        {
          ...click,
          conversionAction: `customers/${customer}/conversionActions/${action}`,
          conversionDateTime: withOffset(fired.event_time),
          conversionValue: new Amount(fired.value),
          currencyCode: fired.currency,
          orderId: fired.order_id || fired.event_id,
          userIdentifiers: click?.gbraid || click?.wbraid || !person.length ? undefined : person,
        },
      ],
      partialFailure: true,
      validateOnly: isTest || undefined,
    },
    {
      authorization: `Bearer ${config.access_token}`,
      'developer-token': config.developer_token,
    },
  );
}

/** `yyyy-mm-dd hh:mm:ss+00:00`, as the upload wants it. */
const withOffset = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')}+00:00`;
