import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dayAt, startOfDay } from '#contract/period.ts';
import { storedZone, zoneOf } from '#contract/time-zone.ts';

/** Every zone and link of the IANA database, but `Factory`, which is no place. */
const listed = readFileSync(new URL('iana-zones.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** Aliases of the screen, and a zone that the warehouse does not know yet. */
const renamed = new Set(['US/Central', 'US/Eastern', 'America/Coyhaique']);

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
const wrong = [...abbreviations, ...offsets, ...others];

describe('a time zone', () => {
  it('is known by every name of IANA, in any case', () => {
    expect(listed.length).toBeGreaterThan(590);
    for (const name of listed) {
      const right = zoneOf(name) ?? '';
      if (!renamed.has(name)) expect(right).toBe(name);
      for (const text of [name, name.toLowerCase(), name.toUpperCase(), ` ${name} `]) {
        expect(zoneOf(text), text).toBe(right);
      }
      expect(dayAt(startOfDay('2026-11-20', right), right), name).toBe('2026-11-20');
    }
  });

  it('is refused by any other name', () => {
    expect(wrong.length).toBeGreaterThanOrEqual(200);
    for (const text of wrong) expect(zoneOf(text), text).toBeNull();
  });

  it('is UTC where an earlier version stored no zone', () => {
    expect(storedZone('GMT+0530')).toBe('UTC');
    expect(storedZone('asia/kolkata')).toBe('Asia/Kolkata');
  });
});
