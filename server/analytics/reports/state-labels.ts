import { stateName } from './place-names.ts';

type Place = { country: string; state: string };

const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && code !== 'ZZ';

/**
 * State names by code, with the country (“Texas, US”) if the places are in several countries. If countries share a
 * code, its label names every state with that code, in the order of the places.
 */
export function stateLabels(places: readonly Place[]): ReadonlyMap<string, string> {
  const known = places.filter(({ country }) => isCountry(country));
  const isAbroad = new Set(known.map(({ country }) => country)).size > 1;
  const labels = new Map<string, string>();
  for (const { country, state } of known) {
    const name = stateName(country, state);
    const one = isAbroad ? `${name}, ${country}` : name;
    const before = labels.get(state);
    labels.set(state, before === undefined ? one : `${before} / ${one}`);
  }
  return labels;
}
