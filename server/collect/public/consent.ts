/**
 * Where the law asks for consent first: the European Economic Area with the parts of it that have a code of their own,
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
  /** Global Privacy Control: a no, whatever the page says. */
  objects: boolean;
  /** Of the person, as a code of two letters; any other text where it is not known. */
  country: string;
};

/** Whether somebody agreed to be told from others; where the page says nothing, the pixel's mode decides. */
export function hasAgreed({ mode, said, objects, country }: Asked): boolean {
  if (objects || said === 'denied') return false;
  if (said === 'granted' || mode === 'assumed') return true;
  return mode === 'per_region' && /^(?!ZZ)[A-Z]{2}$/.test(country) && !asksFirst.has(country);
}
