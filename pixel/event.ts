import { safely } from './safely.ts';

/** One event in the format of `POST /t/e`. */
export type PixelEvent = {
  event_id: string;
  event_name: string;
  event_time: number;
  [field: string]: unknown;
};

/** The URL parameters that describe where a visitor came from. */
export const touchFields = [
  'affid',
  'affsub',
  'offer_id',
  'campaign_id',
  'adset_id',
  'ad_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
];

/** The parameters with a platform's click id. */
export const clickIds = [
  'click_id',
  'fbclid',
  'gclid',
  'gbraid',
  'wbraid',
  'ttclid',
  'msclkid',
  'ScCid',
];

const impersonalFields = ['event_id', 'event_name', 'event_time', 'order_id', 'currency', 'test'];
const givenFields = [
  'event_id',
  'order_id',
  'currency',
  'external_id',
  'test',
  ...touchFields,
  ...clickIds,
];

export const newId = (): string =>
  (
    safely(() => [...crypto.getRandomValues(new Uint32Array(4))]) ??
    [1, 2, 3, 4].map(() => Math.random() * 2 ** 32)
  )
    .map((part) => Math.floor(part).toString(36))
    .join('');

/** A text that the collector accepts: short enough and without control characters. */
export function clip(value: unknown, field = ''): string | undefined {
  if (typeof value !== 'string' && !Number.isFinite(value)) return undefined;
  const most = field === 'affid' ? 128 : /_id$/.test(field) ? 256 : 2_048;
  return (
    `${value}`
      .slice(0, most)
      .replace(/\0|[\ud800-\udbff]$/g, '')
      .trim() || undefined
  );
}

/** The fields that a page passes with an event. Unknown fields go into `params`; invalid ones are left out. */
export function pageFields(fields: unknown): Record<string, unknown> {
  const event: Record<string, unknown> = {};
  const params: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(Object(fields))) {
    if (field === 'value') event.value = amount(value);
    else if (field === 'params') Object.assign(params, Object(value));
    else if (field === 'test') event.test = value === true;
    else if (!givenFields.includes(field)) params[field] = value;
    else if (clip(value, field)) event[field] = clip(value, field);
  }
  if (/@/.test(`${event.external_id}`)) event.external_id = undefined;
  const size = safely(() => JSON.stringify(params).length) ?? 0;
  if (size > 2 && size < 8_000) event.params = params;
  return event;
}

/** A computed number may have more decimal places than the collector accepts. */
const amount = (value: unknown) =>
  (
    typeof value === 'number'
      ? Math.abs(value) < 1e12
      : /^\s*[+-]?\d{1,14}(\.\d{1,15})?\s*$/.test(`${value}`)
  )
    ? value
    : undefined;

/** The event without consent: what happened and the campaign, but nothing that identifies a visitor. */
export function anonymous(event: PixelEvent): PixelEvent {
  const reported: PixelEvent = { event_id: '', event_name: '', event_time: 0 };
  for (const field of [...impersonalFields, 'value', ...touchFields]) {
    // Networks put click ids into `affsub`, so it is left out.
    if (field !== 'affsub' && event[field] !== undefined) reported[field] = event[field];
  }
  if (event.event_id === event.click_id) reported.event_id = newId();
  reported.url = safely(() => `${event.url}`.replace(/[?#].*/s, ''));
  reported.referrer = safely(() => new URL(`${event.referrer}`).origin);
  return reported;
}
