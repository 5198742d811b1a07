import { clickIds, clip, touchFields } from './event.ts';

export type Fields = Record<string, string>;
/** The visitor's last touch. */
export type Touch = { fields: Fields; click_id: string; at: number };
/** What earlier pages stored: the time of the last page, and the last touch. */
export type Known = { seen: number; touch?: Touch };

const visit = 30 * 60 * 1_000;

/** The affiliate, campaign and click ids of an address, by the collector's names. */
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

/** Whether the referrer is another site. */
export function isExternalReferrer(referrer: string, host: string): boolean {
  const [from, here] = [/^[a-z-]+:\/\/([^/:?#]+)/.exec(referrer)?.[1], host].map(
    (name) => `.${(name ?? '').toLowerCase().replace(/^www\./, '')}`,
  ) as [string, string];
  return from !== '.' && !from.endsWith(here) && !here.endsWith(from);
}

/**
 * Whether a page is a landing from a click. Repeated parameters do not count: pages are reloaded, and shops pass
 * parameters on from link to link. A return from another site without parameters during a visit is not either: it is a
 * payment or a login, and must not take the credit. Where nothing can be stored, `isRepeat` says whether the page was
 * reloaded or reached from within the site.
 */
export function isClick(
  fields: Fields,
  fromOutside: boolean,
  isRepeat: boolean,
  known: Known | undefined,
  now: number,
): boolean {
  const inVisit = Boolean(known && now - known.seen < visit);
  if (Object.keys(fields).every((name) => name === 'offer_id'))
    return fromOutside && !inVisit && !isRepeat;
  if (isRepeat) return false;
  const isSame = known?.touch && JSON.stringify(known.touch.fields) === JSON.stringify(fields);
  return !(isSame && (inVisit || clickIds.some((id) => fields[id])));
}
