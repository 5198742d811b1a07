import type { PixelConfig } from '#contract/event-pixels/schemas.ts';
import type { PixelEvent } from '../../database/payloads/pixel-event.ts';
import { type BuiltRequest, postRequest } from './destinations.ts';
import { Amount } from './exact-json.ts';

/** Google retires a version about a year after its release. */
const version = 'v26';

/** Upload of one click conversion, identified by a click id of Google or hashed contact data. */
export function googleAdsRequest(
  config: PixelConfig<'google_ads'>,
  pixelEvent: PixelEvent,
  base: string,
  isTest: boolean,
): BuiltRequest {
  const { gclid, gbraid, wbraid } = pixelEvent.platform_ids;
  const click = gclid ? { gclid } : gbraid ? { gbraid } : wbraid ? { wbraid } : null;
  const person = [
    ...(pixelEvent.email_sha256 ? [{ hashedEmail: pixelEvent.email_sha256 }] : []),
    ...(pixelEvent.phone_sha256 ? [{ hashedPhoneNumber: pixelEvent.phone_sha256 }] : []),
  ];
  if (!click && person.length === 0) {
    return { invalid: 'There is neither a Google click id nor hashed contact data.' };
  }
  const { customer_id: customer, conversion_action_id: action } = config;
  return postRequest(
    `${base}/${version}/customers/${customer}:uploadClickConversions`,
    {
      conversions: [
        {
          ...click,
          conversionAction: `customers/${customer}/conversionActions/${action}`,
          conversionDateTime: withOffset(pixelEvent.event_time),
          conversionValue: new Amount(pixelEvent.value),
          currencyCode: pixelEvent.currency,
          orderId: pixelEvent.order_id || pixelEvent.event_id,
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

/** `yyyy-mm-dd hh:mm:ss+00:00`, the format of uploads. */
const withOffset = (instant: string): string => `${instant.slice(0, 19).replace('T', ' ')}+00:00`;
