import { describe, expect, it } from 'vitest';
import { dayAt, startOfDay } from '#contract/period.ts';
import { storedZone, zoneOf } from '#contract/time-zone.ts';
import { listedZones, wrongZones } from '#tests/support/zone-names.ts';

/** Aliases of the screen, and a zone that the warehouse does not know yet. */
const renamed = new Set(['US/Central', 'US/Eastern', 'America/Coyhaique']);

describe('a time zone', () => {
  it('is known by every name of IANA, in any case', () => {
    expect(listedZones.length).toBeGreaterThan(590);
    for (const name of listedZones) {
      const right = zoneOf(name) ?? '';
      if (!renamed.has(name)) expect(right).toBe(name);
      for (const text of [name, name.toLowerCase(), name.toUpperCase(), ` ${name} `]) {
        expect(zoneOf(text), text).toBe(right);
      }
      expect(dayAt(startOfDay('2026-11-20', right), right), name).toBe('2026-11-20');
    }
  });

  it('is refused by any other name', () => {
    expect(wrongZones.length).toBeGreaterThanOrEqual(200);
    for (const text of wrongZones) expect(zoneOf(text), text).toBeNull();
  });

  it('is UTC where an earlier version stored no zone', () => {
    expect(storedZone('GMT+0530')).toBe('UTC');
    expect(storedZone('asia/kolkata')).toBe('Asia/Kolkata');
  });
});
