import type {
  Conversion,
  ConversionChange,
  ConversionSide,
} from '#contract/conversions/schemas.ts';
import { money, none } from '../kit/format.ts';
import { isolated } from '../kit/isolated.ts';

type Pairing = Conversion['pairing'];

/** Who saw a conversion. */
export const sideWords: Record<Pairing, string> = {
  both: 'Server and browser',
  server_only: 'Server only',
  browser_only: 'Browser only',
};

const statuses: Record<string, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  reversed: 'Reversed',
};

export const statusWord = (status: string): string => statuses[status] ?? status;

/** The same as what a person chooses of it. */
export const matchedWords = {
  event_id: 'By a common id',
  fallback: 'Without a common id',
} as const;

/** Whether it counts, and why not. */
export const outWords = {
  none: 'Yes',
  rejected: 'No, rejected',
  reversed: 'No, reversed',
  no_rate: 'No, no exchange rate',
} as const;

export const recordWords = {
  conversion: 'Conversions',
  refund: 'Refunds',
  adjustment: 'Corrections',
} as const;

/** Money that no exchange rate could turn into the project's. */
export const isUnvalued = ({ value, value_sent }: ConversionSide): boolean =>
  value === 0 && value_sent !== 0;

export const sentMoney = ({ value_sent, currency_sent }: ConversionSide): string =>
  `${money(value_sent)} ${currency_sent}`;

/**
 * What a conversion is worth, by the side whose word counts; without an exchange rate as it was sent. A refund takes
 * its value away.
 */
export const worthOf = (
  { record, server, browser, value }: Conversion,
  currency?: string,
): string => {
  const lead = server ?? browser;
  const turned = (amount: number) => (record === 'refund' && amount !== 0 ? -amount : amount);
  if (lead && isUnvalued(lead)) {
    return sentMoney({ ...lead, value_sent: turned(lead.value_sent) });
  }
  const worth = money(turned(value));
  return currency ? `${worth} ${currency}` : worth;
};

/** How the two sides were found to be one. */
export const pairedWords = {
  event_id: 'Matched by a common id.',
  fallback: 'Matched without a common id.',
} as const;

export const changeWords: Record<ConversionChange['kind'], string> = {
  made: 'First known',
  changed: 'Changed',
  removed: 'Taken back',
};

/** A field as people read it: `event_time` is "Event time". */
export const fieldWord = (field: string): string => {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const changedFields: Record<string, string> = {
  paired: 'Seen by both sides',
  dedup_method: 'Matched by',
  value_mismatch: 'Values differ',
  attributed: 'Credited',
  affid: 'Affiliate',
  adset_id: 'Ad set id',
};

/** A field of the history, by the name that it has elsewhere on the screen. */
export const changedWord = (field: string): string => changedFields[field] ?? fieldWord(field);

/** What a field was or became: `true` and `event_id` are words of the store. */
export const becameWord = (value: string | number | boolean | null): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === 'event_id') return 'event id';
  return textOr(value);
};

export const textOr = (value: string | number | boolean | null): string =>
  value === null || value === '' ? none : String(value);

type Named = Pick<Conversion, 'record' | 'order_id' | 'event_id' | 'id'>;

/** A correction has a number of its own, and names no order. */
const correctionOf = (id: string): string => `Correction ${id.replace(/^a_/, '')}`;

/** What a row of the log is called. */
export const nameOf = ({ record, order_id, event_id, id }: Named): string => {
  if (record === 'adjustment') return correctionOf(id);
  const name = order_id ?? event_id ?? id;
  return record === 'refund' ? `Refund of ${name}` : name;
};

/** The same above its story. */
export const titleOf = ({ record, order_id, event_id, id }: Named): string =>
  record === 'adjustment'
    ? correctionOf(id)
    : `${record === 'refund' ? 'Refund' : 'Conversion'} ${order_id ?? event_id ?? id}`;

/** Whose it is: the affiliate by name, else by id. */
export const affiliateOf = ({
  affiliate_name,
  affid,
}: Pick<Conversion, 'affiliate_name' | 'affid'>): string => affiliate_name || affid || none;

type Origin = Pick<
  Conversion,
  | 'campaign_id'
  | 'campaign_label'
  | 'adset_id'
  | 'adset_label'
  | 'ad_id'
  | 'ad_label'
  | 'utm_campaign'
>;

/**
 * Campaign, ad set and ad by name, else by id, as far as there are any, behind the names given before them. What a link
 * calls its campaign is more of a name than a number.
 */
export const pathOf = (origin: Origin, ...before: string[]): string =>
  [
    ...before,
    origin.campaign_label || origin.utm_campaign || origin.campaign_id,
    origin.adset_label || origin.adset_id,
    origin.ad_label || origin.ad_id,
  ]
    .filter((label) => label !== null && label !== '')
    .map((label) => isolated(String(label)))
    .join(' › ');
