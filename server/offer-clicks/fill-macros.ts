import { destinationMacros } from '#contract/offers/offer.ts';

type Filled = Exclude<(typeof destinationMacros)[number], 'click_id'>;
export type MacroValues = Readonly<Record<Filled, string>>;

const macros = destinationMacros.filter((name) => name !== 'click_id');
const pattern = new RegExp(`(?:\\{|%7B)(${macros.join('|')})(?:\\}|%7D)`, 'gi');

export const hasMacros = (destination: string): boolean => destination.search(pattern) !== -1;

/** Fills in the macros of a stored destination, apart from `{click_id}`. Values never add parts to the address. */
export const fillMacros = (destination: string, values: MacroValues): string =>
  destination.replaceAll(pattern, (_, name: string) => {
    const value = values[name.toLowerCase() as Filled];
    // A segment of dots would lead to another path.
    return /^\.{1,2}$/.test(value) ? '' : encodeURIComponent(value);
  });
