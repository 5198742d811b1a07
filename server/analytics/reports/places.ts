import { stateNames } from './state-names.ts';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

export const countryName = (code: string): string =>
  code === 'ZZ' || !/^[A-Z]{2}$/.test(code) ? 'Unknown' : (names.of(code) ?? code);

export const stateName = (country: string, state: string): string =>
  state === '' ? 'Unknown' : (stateNames[country]?.[state] ?? state);

/** ISO 3166-2, or the country alone when the state is unknown. */
export const stateCode = (country: string, state: string): string =>
  state === '' ? country : `${country}-${state}`;
