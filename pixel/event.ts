import { safely } from './safely.ts';

/** One event as `POST /t/e` takes it. */
export type PixelEvent = {
  event_id: string;
  event_name: string;
  event_time: number;
  [field: string]: unknown;
};

/** What an address says about how somebody came. */
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

/** Ids that a platform gives one click of one person. */
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

const saidOfAnybody = ['event_id', 'event_name', 'event_time', 'order_id', 'currency', 'test'];
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

/** A text the collector takes: neither too long nor with characters that no store can hold. */
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

/**
 * What a page says with an event. Fields the collector does not know go into `params`; what it would refuse is left
 * out.
 */
export function given(fields: unknown): Record<string, unknown> {
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

/** A number may have more places than a text: what was computed has some that nobody wrote. */
const amount = (value: unknown) =>
  (
    typeof value === 'number'
      ? Math.abs(value) < 1e12
      : /^\s*[+-]?\d{1,14}(\.\d{1,15})?\s*$/.test(`${value}`)
  )
    ? value
    : undefined;

/** What may be said without consent: what happened, and which campaign it came from, but not to whom. */
export function anonymous(event: PixelEvent): PixelEvent {
  const said: PixelEvent = { event_id: '', event_name: '', event_time: 0 };
  for (const field of [...saidOfAnybody, 'value', ...touchFields]) {
    // A network may put the id of one click into `affsub`.
    if (field !== 'affsub' && event[field] !== undefined) said[field] = event[field];
  }
  if (event.event_id === event.click_id) said.event_id = newId();
  said.url = safely(() => `${event.url}`.replace(/[?#].*/s, ''));
  said.referrer = safely(() => new URL(`${event.referrer}`).origin);
  return said;
}
