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
    .replace(/\brep\b\.?/g, 'republic')
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
  'Macedonia, the former Yugoslav Republic of': 'MK',
  'Macedonia (FYROM)': 'MK',
  Palestine: 'PS',
  'Cape Verde': 'CV',
  'Cabo Verde': 'CV',
  'Congo (DRC)': 'CD',
  'Congo - Kinshasa': 'CD',
  'Congo - Brazzaville': 'CG',
  'Republic of the Congo': 'CG',
  England: 'GB',
  'United Kingdom of Great Britain and Northern Ireland': 'GB',
  UK: 'GB',
  Holland: 'NL',
  'South Korea': 'KR',
  'North Korea': 'KP',
  'Korea, South': 'KR',
  Korea: 'KR',
  'Republic of Korea': 'KR',
  'Korea, Republic of': 'KR',
  'Korea, North': 'KP',
  "Korea, Democratic People's Republic of": 'KP',
  "Korea (the Democratic People's Republic of)": 'KP',
  'N. Korea': 'KP',
  'S. Korea': 'KR',
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
  Saudi: 'SA',
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
  'Republic of China': 'TW',
  'China, Republic of': 'TW',
  "China, People's Republic of": 'CN',
  'Mainland China': 'CN',
  "People's Republic of China": 'CN',
  ROC: 'TW',
  'Taiwan, Province of China': 'TW',
  'Chinese Taipei': 'TW',
  'Hong Kong SAR': 'HK',
  'Macau SAR': 'MO',
  'Macao SAR': 'MO',
  Congo: 'CG',
  'Congo, Democratic Republic of the': 'CD',
  'Congo (the Democratic Republic of the)': 'CD',
  DRC: 'CD',
  'DR Congo': 'CD',
  Zaire: 'CD',
  'The Gambia': 'GM',
  'The Bahamas': 'BS',
  'The Philippines': 'PH',
  Persia: 'IR',
  Ceylon: 'LK',
  Siam: 'TH',
  'Viet Nam': 'VN',
  'Lao PDR': 'LA',
  'Kyrgyz Republic': 'KG',
  Antigua: 'AG',
  Vatican: 'VA',
  'Vatican City': 'VA',
  'Holy See': 'VA',
  Bosnia: 'BA',
  'Bosnia-Herzegovina': 'BA',
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

const kinds = '(?:(?:islamic|bolivarian|plurinational|united|arab|federal|socialist) )*';
const form = `${kinds}(?:republic|kingdom|state|province)`;
/** What follows a name after a comma or in brackets, as in `Iran (Islamic Republic of)` and `Bahamas, The`. */
const formAfter = new RegExp(`^(?:the|(?:the )?${form}(?: of)?(?: the)?)$`);
/** What stands before a name, as in `Republic of Serbia` and `The Russian Federation`. */
const formBefore = new RegExp(`^(?:the )?(?:${form} of (?:the )?)?`);

/** The code of a name without the form of its state; names whose form tells two countries apart are listed above. */
function codeWithoutForm(input: string): string | undefined {
  const [, name = '', after = ''] = /^([^,(]+)[,(]([^,()]+)\)?\s*$/.exec(input) ?? [];
  if (formAfter.test(folded(after))) return codeByName.get(folded(name));
  return codeByName.get(folded(input).replace(formBefore, ''));
}

/** The ISO 3166-1 alpha-2 code of a country's name or code; `ZZ` for unknown ones. */
export function countryOf(input: string): string {
  const code = input.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && countries.isValid(code)) return code;
  return (
    codeByName.get(folded(input)) ??
    countries.alpha3ToAlpha2(code) ??
    codeWithoutForm(input) ??
    'ZZ'
  );
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
