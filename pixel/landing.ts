import { clickIds, clip, touchFields } from './event.ts';

export type Fields = Record<string, string>;
/** What somebody came with last. */
export type Touch = { fields: Fields; click_id: string; at: number };
/** What is known from earlier pages: when this browser was last seen, and its last touch. */
export type Known = { seen: number; touch?: Touch };

const visit = 30 * 60 * 1_000;

/** Affiliate, campaign and click ids of an address, by the names of the collector. */
export function fieldsOf(search: string): Fields {
  const fields: Fields = {};
  new URLSearchParams(search).forEach((value, name) => {
    const field = [...touchFields, ...clickIds].find(
      (one) => one.toLowerCase() === name.toLowerCase(),
    );
    const text = field && clip(value, field);
    if (text && !fields[field]) fields[field] = text;
  });
  return fields;
}

/** Whether the page before this one was another site's. */
export function isExternalReferrer(referrer: string, host: string): boolean {
  const [from, here] = [/^[a-z-]+:\/\/([^/:?#]+)/.exec(referrer)?.[1], host].map(
    (name) => `.${(name ?? '').toLowerCase().replace(/^www\./, '')}`,
  ) as [string, string];
  return from !== '.' && !from.endsWith(here) && !here.endsWith(from);
}

export type Landing = {
  fields: Fields;
  fromOutside: boolean;
  /** Reloaded, or reached from within, where nothing can be remembered that would tell. */
  isRepeat: boolean;
  known: Known | undefined;
  now: number;
};

/**
 * Whether a page is a landing that somebody clicked to. The same parameters again are not: pages are reloaded and
 * shops hand them on from link to link. Nor is a return from another site in the middle of a visit without any
 * parameter: that is a payment or a login, and must not take the credit.
 */
export function isClick({ fields, fromOutside, isRepeat, known, now }: Landing): boolean {
  const inVisit = Boolean(known && now - known.seen < visit);
  if (Object.keys(fields).every((name) => name === 'offer_id'))
    return fromOutside && !inVisit && !isRepeat;
  if (isRepeat) return false;
  const isSame = known?.touch && JSON.stringify(known.touch.fields) === JSON.stringify(fields);
  return !(isSame && (inVisit || clickIds.some((id) => fields[id])));
}
