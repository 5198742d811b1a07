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

/** The consent of a visitor as reported by the page. */
export type Consent = 'granted' | 'denied';

type ConsentFacts = {
  mode: string;
  statement: Consent | undefined;
  /** Global Privacy Control overrides the page. */
  objects: boolean;
  /** The visitor's country as a two-letter code; any other text where it is unknown. */
  country: string;
};

/** Whether a visitor agreed to be identified; without a statement of the page, the pixel's consent mode decides. */
export function hasAgreed({ mode, statement, objects, country }: ConsentFacts): boolean {
  if (objects || statement === 'denied') return false;
  if (statement === 'granted' || mode === 'assumed') return true;
  return mode === 'per_region' && /^(?!ZZ)[A-Z]{2}$/.test(country) && !asksFirst.has(country);
}
