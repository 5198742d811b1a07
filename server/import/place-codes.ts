import { createRequire } from 'node:module';
import countries, { type LocaleData } from 'i18n-iso-countries';
import { textMap } from '#contract/text-map.ts';

const english: LocaleData = createRequire(import.meta.url)('i18n-iso-countries/langs/en.json');
countries.registerLocale(english);

const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Common names that differ from ISO 3166 and the Unicode locale data. */
const otherNames = textMap({
  'Hong Kong': 'HK',
  Macau: 'MO',
  Macao: 'MO',
  Burma: 'MM',
  Myanmar: 'MM',
  'Ivory Coast': 'CI',
  Swaziland: 'SZ',
  Macedonia: 'MK',
  'Macedonia (FYROM)': 'MK',
  Palestine: 'PS',
  'Cape Verde': 'CV',
  'Congo (DRC)': 'CD',
  'Congo - Kinshasa': 'CD',
  'Congo - Brazzaville': 'CG',
  'Republic of the Congo': 'CG',
  England: 'GB',
  UK: 'GB',
  Holland: 'NL',
  'South Korea': 'KR',
  'North Korea': 'KP',
  'Korea, South': 'KR',
  Korea: 'KR',
  'Republic of Korea': 'KR',
  'Korea, Republic of': 'KR',
  'Korea, North': 'KP',
  EIRE: 'IE',
  Éire: 'IE',
  'Republic of Ireland': 'IE',
  'Irish Republic': 'IE',
  'Northern Ireland': 'GB',
  Scotland: 'GB',
  Wales: 'GB',
  'Great Britain': 'GB',
  Britain: 'GB',
  'U.K.': 'GB',
  RSA: 'ZA',
  'Rep. of South Africa': 'ZA',
  'Republic of South Africa': 'ZA',
  America: 'US',
  'U.S.': 'US',
  'U.S.A.': 'US',
  'The United States': 'US',
  'United States of America (USA)': 'US',
  UAE: 'AE',
  'U.A.E.': 'AE',
  Emirates: 'AE',
  KSA: 'SA',
  'Kingdom of Saudi Arabia': 'SA',
  Deutschland: 'DE',
  Österreich: 'AT',
  Schweiz: 'CH',
  Suisse: 'CH',
  Svizzera: 'CH',
  España: 'ES',
  Italia: 'IT',
  'The Netherlands': 'NL',
  Nederland: 'NL',
  België: 'BE',
  Belgique: 'BE',
  Danmark: 'DK',
  Norge: 'NO',
  Sverige: 'SE',
  Suomi: 'FI',
  Polska: 'PL',
  Brasil: 'BR',
  México: 'MX',
  Nippon: 'JP',
  Russia: 'RU',
  PRC: 'CN',
  'Mainland China': 'CN',
  "People's Republic of China": 'CN',
  ROC: 'TW',
  'Taiwan, Province of China': 'TW',
  'Chinese Taipei': 'TW',
  'Hong Kong SAR': 'HK',
  'Macau SAR': 'MO',
  Congo: 'CG',
  DRC: 'CD',
  'DR Congo': 'CD',
  Zaire: 'CD',
  'The Gambia': 'GM',
  'The Bahamas': 'BS',
  'The Philippines': 'PH',
  Persia: 'IR',
  Ceylon: 'LK',
  Siam: 'TH',
  Vatican: 'VA',
  'Vatican City': 'VA',
  Bosnia: 'BA',
  Czech: 'CZ',
  'Slovak Republic': 'SK',
  'North Macedonia': 'MK',
  FYROM: 'MK',
  'East Timor': 'TL',
  Micronesia: 'FM',
  'Palestinian Territories': 'PS',
  'Palestinian Territory': 'PS',
  'British Virgin Islands': 'VG',
  'US Virgin Islands': 'VI',
  Türkiye: 'TR',
  Turkey: 'TR',
});

const codes = Object.keys(countries.getAlpha2Codes());
const unicodeNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const codeByName = new Map<string, string>();
for (const code of codes) {
  const names = [
    countries.getName(code, 'en', { select: 'all' }) ?? [],
    unicodeNames.of(code) ?? [],
  ];
  for (const name of names.flat()) codeByName.set(folded(name), code);
}
for (const [name, code] of otherNames) codeByName.set(folded(name), code);

/** The ISO 3166-1 alpha-2 code of a country's name or code; `ZZ` for unknown ones. */
export function countryOf(input: string): string {
  const code = input.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && countries.isValid(code)) return code;
  return codeByName.get(folded(input)) ?? countries.alpha3ToAlpha2(code) ?? 'ZZ';
}

const states = textMap({
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  'district of columbia': 'DC',
  'washington dc': 'DC',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'new mexico': 'NM',
  'new york': 'NY',
  'north carolina': 'NC',
  'north dakota': 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  'rhode island': 'RI',
  'south carolina': 'SC',
  'south dakota': 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  washington: 'WA',
  'west virginia': 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
  'puerto rico': 'PR',
  guam: 'GU',
  'u s virgin islands': 'VI',
  'american samoa': 'AS',
  'northern mariana islands': 'MP',
});

/** The postal code of a state of the United States; other texts stay as they are. */
export const usStateOf = (input: string): string => states.get(folded(input)) ?? input;
