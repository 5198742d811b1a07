import { addressDimensions, sentForm } from '#contract/analytics/dimensions.ts';
import { isPersonal, landingOf } from '../network-address.ts';

const longestAddress = 2_048;
const deepest = 8;

/** Fields that identify a person, directly or through another party. */
const identifying = new Set(
  'visitor_id external_id click_id affsub fbclid gclid gbraid wbraid ttclid msclkid sccid fbp fbc params'.split(
    ' ',
  ),
);
/** Ids of events, unless they contain a click's or person's id. */
const numbers = new Set(['event_id', 'order_id']);
const isIdentifying = (field: string): boolean => identifying.has(field.toLowerCase());

/** URL parameters that describe a campaign and no person. */
const impersonal = new RegExp(
  `^(${addressDimensions.filter((name) => sentForm(name).as !== 'tag').join('|')})$`,
  'i',
);

/**
 * An event as it may be kept: without e-mail addresses, and without consent also without anything that distinguishes
 * people. Ids of events and orders stay, or an order would count twice.
 */
export function pseudonymized(input: unknown, isAnonymous: boolean): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const fields = Object.entries(input);
  const persons = new Set(
    fields.flatMap(([field, value]) => (isIdentifying(field) ? [value] : [])),
  );
  const isKept = ([field, value]: [string, unknown]) =>
    !isIdentifying(field) && !(numbers.has(field) && persons.has(value));
  const entries = (isAnonymous ? fields.filter(isKept) : fields).flatMap(([field, value]) => {
    const clean = cleaned(field, value, isAnonymous);
    return clean === undefined ? [] : [[field, clean] as const];
  });
  return Object.fromEntries(entries);
}

function cleaned(field: string, value: unknown, isAnonymous: boolean): unknown {
  if (field === 'params') return withoutPersons(value);
  if (typeof value !== 'string') return value;
  if (field === 'url') return pageOf(value, isAnonymous);
  if (field === 'referrer') return value.slice(0, longestAddress);
  if (field === 'external_id') return value;
  return isPersonal(value) ? undefined : value;
}

function pageOf(address: string, isAnonymous: boolean): string {
  const cut = address.slice(0, longestAddress);
  if (!isAnonymous || !URL.canParse(cut)) return cut;
  const url = new URL(cut);
  for (const name of new Set(url.searchParams.keys())) {
    if (!impersonal.test(name)) url.searchParams.delete(name);
  }
  url.hash = '';
  return url.href;
}

function withoutPersons(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((item) => withoutPersons(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) =>
      isPersonal(name) ? [] : [[name, withoutPersons(child, depth + 1)] as const],
    ),
  );
}

function cleanText(text: string): string {
  if (/^https?:\/\//i.test(text)) return landingOf(text)?.url ?? '';
  return isPersonal(text) ? '' : text;
}
