import { countryCodeOf, unknownCountry } from './countries.ts';

/** A place according to one source: codes or names, '' for unknown parts. */
export type Place = { country: string; state: string };

export const nowhere: Place = { country: '', state: '' };

/** The first source with a country decides. Another source may add the state if it names the same country. */
export function placeOf(sources: readonly Place[]): Place {
  const known = sources.map(({ country, state }) => ({ country: countryCodeOf(country), state }));
  const country =
    known.find((source) => source.country !== unknownCountry)?.country ?? unknownCountry;
  const state = known.find((source) => source.country === country && source.state !== '')?.state;
  return { country, state: state ?? '' };
}
