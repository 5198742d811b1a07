import { countryCodeOf, unknownCountry } from './countries.ts';

/** Where somebody is, as far as one source says: codes or names, '' for what it does not say. */
export type Place = { country: string; state: string };

export const nowhere: Place = { country: '', state: '' };

/** The first source that knows the country decides. Another may add the state, if it means the same country. */
export function placeOf(sources: readonly Place[]): Place {
  const known = sources.map(({ country, state }) => ({ country: countryCodeOf(country), state }));
  const country =
    known.find((source) => source.country !== unknownCountry)?.country ?? unknownCountry;
  const state = known.find((source) => source.country === country && source.state !== '')?.state;
  return { country, state: state ?? '' };
}
