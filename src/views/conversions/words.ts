import { byDimension, dimensionOf, storedDimensions } from '#contract/analytics/dimensions.ts';
import type {
  Conversion,
  ConversionChange,
  ConversionSide,
} from '#contract/conversions/schemas.ts';
import { textMap } from '#contract/text-map.ts';
import { bidiIsolated } from '../kit/bidi-isolated.ts';
import { money, none } from '../kit/format.ts';

type Pairing = Conversion['pairing'];

/** Which side recorded a conversion. */
export const sideWords: Record<Pairing, string> = {
  both: 'Server and browser',
  server_only: 'Server only',
  browser_only: 'Browser only',
};

const statuses = textMap({
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  reversed: 'Reversed',
});

export const statusWord = (status: string): string => statuses.get(status) ?? status;

/** The match methods, in the filter's terms. */
export const matchedWords = {
  event_id: 'By a common id',
  fallback: 'Without a common id',
} as const;

/** Why a conversion does not count. */
export const excludedWords = {
  none: 'Yes',
  rejected: 'No, rejected',
  reversed: 'No, reversed',
  no_rate: 'No, no exchange rate',
} as const;

/** Why an offer pays nothing for a conversion. */
export const unpaidWords: Record<NonNullable<Conversion['unpaid_reason']>, string> = {
  over_cap: 'Not paid, cap full',
  click_window: 'Not paid, click too old',
  repeat: 'Not paid, repeat',
};

export const recordWords = {
  conversion: 'Conversions',
  refund: 'Refunds',
  adjustment: 'Corrections',
} as const;

/** An amount without an exchange rate into the project's currency. */
export const isUnvalued = ({ value, value_sent }: ConversionSide): boolean =>
  value === 0 && value_sent !== 0;

export const sentMoney = ({ value_sent, currency_sent }: ConversionSide): string =>
  `${money(value_sent, currency_sent)} ${currency_sent}`;

/**
 * The value of a conversion by the side that counts; without an exchange rate, the sent amount. A refund subtracts its
 * value.
 */
export const valueTextOf = (
  { record, server, browser, value, currency: own }: Conversion,
  currency?: string,
): string => {
  const lead = server ?? browser;
  const turned = (amount: number) => (record === 'refund' && amount !== 0 ? -amount : amount);
  if (lead && isUnvalued(lead)) {
    return sentMoney({ ...lead, value_sent: turned(lead.value_sent) });
  }
  const worth = money(turned(value), own);
  return currency ? `${worth} ${currency}` : worth;
};

/** How the two sides were matched. */
export const pairedWords = {
  event_id: 'Matched by a common id.',
  fallback: 'Matched without a common id.',
} as const;

export const changeWords: Record<ConversionChange['kind'], string> = {
  made: 'First known',
  changed: 'Changed',
  removed: 'Taken back',
};

/** A field name as text: `event_time` becomes "Event time". */
export const fieldWord = (field: string): string => {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const changedFields = textMap({
  paired: 'Seen by both sides',
  dedup_method: 'Matched by',
  value_mismatch: 'Values differ',
  attributed: 'Credited',
  ...byDimension(storedDimensions, (name) => {
    const { label } = dimensionOf(name);
    return name.endsWith('_id') ? `${label} id` : label;
  }),
});

/** A field of the history, with the name it has elsewhere on the screen. */
export const changedFieldName = (field: string): string =>
  changedFields.get(field) ?? fieldWord(field);

/** The old or new value of a field: `true` and `event_id` are stored codes. */
export const fieldValueText = (value: string | number | boolean | null): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === 'event_id') return 'event id';
  return textOr(value);
};

export const textOr = (value: string | number | boolean | null): string =>
  value === null || value === '' ? none : String(value);

type Named = Pick<Conversion, 'record' | 'order_id' | 'event_id' | 'id'>;

/** A correction has its own number and no order. */
const correctionOf = (id: string): string => `Correction ${id.replace(/^a_/, '')}`;

/** The name of a row of the log. */
export const nameOf = ({ record, order_id, event_id, id }: Named): string => {
  if (record === 'adjustment') return correctionOf(id);
  const name = order_id ?? event_id ?? id;
  return record === 'refund' ? `Refund of ${name}` : name;
};

/** The title of the detail. */
export const titleOf = ({ record, order_id, event_id, id }: Named): string =>
  record === 'adjustment'
    ? correctionOf(id)
    : `${record === 'refund' ? 'Refund' : 'Conversion'} ${order_id ?? event_id ?? id}`;

/** The affiliate's name, else its id. */
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
 * The names of campaign, ad set and ad (else their ids), after the given names. The campaign name in a link takes
 * precedence over an id.
 */
export const pathOf = (origin: Origin, ...before: string[]): string =>
  [
    ...before,
    origin.campaign_label || origin.utm_campaign || origin.campaign_id,
    origin.adset_label || origin.adset_id,
    origin.ad_label || origin.ad_id,
  ]
    .filter((label) => label !== null && label !== '')
    .map((label) => bidiIsolated(String(label)))
    .join(' › ');
