import { readFileSync } from 'node:fs';

/** Every zone and link of the IANA database, but `Factory`, which is no place. */
export const listedZones = readFileSync(new URL('iana-zones.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const abbreviations =
  'ACT AET AGT ART AST BET BST CAT CDT CEST CNT CST CTT EAT ECT EDT EEST IET IST JST MDT MIT MSK NET NST PDT PLT PNT PRT PST SST VST WEST Factory localtime posixrules'.split(
    ' ',
  );
const offsets = [...Array(14).keys()].flatMap((hour) => {
  const two = String(hour).padStart(2, '0');
  return ['+', '-'].flatMap((sign) => [
    `${sign}${two}:30`,
    `${sign}${two}00`,
    `GMT${sign}${two}30`,
    `GMT${sign}${two}:30`,
    `UTC${sign}${two}`,
  ]);
});
const others = [
  ...['Mars/Olympus', "UTC'; DROP", '../etc/passwd', 'America/New York', 'Europe', 'Europe/', '/'],
  ...['Europe/Berlin/', 'Europe//Berlin', '/Europe/Berlin', 'Berlin', 'New_York', 'EuropeBerlin'],
  ...['Europe-Berlin', 'Europe/Berlln', 'Etc/GMT+15', 'Etc/GMT-15', 'Etc/GMT+5:30', 'Etc/Unknown'],
  ...[
    'SystemV/EST5',
    'US/Pacific-New',
    'Canada/East-Saskatchewan',
    'India',
    'W. Europe Standard Time',
  ],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'null',
    'undefined',
    'NaN',
    '0',
    'Z',
    'GMT+1',
    'GMT1',
  ],
  ...['Europe/Berlin\u0000', 'Europe/Berl\u0131n', 'Europe/Berlin;', '%', '🌍', 'a'.repeat(10_000)],
  ...['Asia/Kolkata?', 'Asia\\Kolkata', 'Asia/Kolkata,UTC', 'America/Argentina', 'America/Indiana'],
];

/** Names that engines of dates, older systems or people use, and that IANA does not list. */
export const wrongZones = [...abbreviations, ...offsets, ...others];
