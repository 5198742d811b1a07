import { iso31662 } from 'iso-3166';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

export const countryName = (code: string): string =>
  code === 'ZZ' || !/^[A-Z]{2}$/.test(code) ? 'Unknown' : (names.of(code) ?? code);

/** The standard transliterates long vowels with macrons, as in “Mahārāshtra”, which people do not type. */
const withoutMacrons = (name: string): string =>
  name.normalize('NFD').replaceAll('\u0304', '').normalize('NFC');

const states = new Map(iso31662.map(({ code, name }) => [code, withoutMacrons(name)]));

/** The name that ISO 3166-2 gives a state in its own country; unknown states keep their code. */
export const stateName = (country: string, state: string): string =>
  state === '' ? 'Unknown' : (states.get(stateCode(country, state)) ?? state);

/** ISO 3166-2, or the country alone when the state is unknown. */
export const stateCode = (country: string, state: string): string =>
  state === '' ? country : `${country}-${state}`;
