/**
 * Countries that require consent first: the European Economic Area with its territories that have codes of their own,
 * the United Kingdom and Switzerland.
 */
const asksFirst = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO ' +
    'AX GF GP MF MQ RE YT GB GI CH'
  ).split(' '),
);

/** What a page says of the consent of its visitor. */
export type Consent = 'granted' | 'denied';

type Asked = {
  mode: string;
  said: Consent | undefined;
  /** Global Privacy Control overrides the page. */
  objects: boolean;
  /** The visitor's country as a two-letter code; any other text where it is unknown. */
  country: string;
};

/** Whether a visitor agreed to be identified; without a statement of the page, the pixel's consent mode decides. */
export function hasAgreed({ mode, said, objects, country }: Asked): boolean {
  if (objects || said === 'denied') return false;
  if (said === 'granted' || mode === 'assumed') return true;
  return mode === 'per_region' && /^(?!ZZ)[A-Z]{2}$/.test(country) && !asksFirst.has(country);
}
