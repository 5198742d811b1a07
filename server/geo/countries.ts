import countries from 'i18n-iso-countries';
import { textMap } from '#contract/text-map.ts';

export const unknownCountry = 'ZZ';

/** Common codes that differ from ISO 3166-1. */
const aliases = textMap({ UK: 'GB', EL: 'GR' });
const codes = new Set(Object.keys(countries.getAlpha2Codes()));

/** ISO 3166-1 alpha-2 in capitals, from a two or three letter code; `ZZ` for unknown codes. */
export function countryCodeOf(input: string): string {
  const code = input.toUpperCase();
  const known = aliases.get(code) ?? (code.length === 3 ? countries.alpha3ToAlpha2(code) : code);
  return known !== undefined && codes.has(known) ? known : unknownCountry;
}
