import { textMap } from '#contract/text-map.ts';
import { type Weighted, weighted } from './random.ts';

export type DemoPlace = { country: string; state: string };

/** States with their approximate populations as weights. */
const states = textMap<Record<string, number>>({
  US: {
    CA: 39,
    TX: 30,
    FL: 23,
    NY: 20,
    PA: 13,
    IL: 13,
    OH: 12,
    GA: 11,
    NC: 11,
    MI: 10,
    NJ: 9,
    VA: 9,
    WA: 8,
    AZ: 7,
    TN: 7,
    MA: 7,
    IN: 7,
    MO: 6,
    MD: 6,
    WI: 6,
    CO: 6,
    MN: 6,
    SC: 5,
    AL: 5,
    LA: 5,
    KY: 5,
    OR: 4,
    OK: 4,
    CT: 4,
    UT: 3,
    IA: 3,
    NV: 3,
    AR: 3,
    KS: 3,
    MS: 3,
    NM: 2,
    NE: 2,
    ID: 2,
    WV: 2,
    HI: 1,
    NH: 1,
    ME: 1,
    MT: 1,
    RI: 1,
    DE: 1,
    SD: 1,
    ND: 1,
    AK: 1,
    VT: 1,
    WY: 1,
    DC: 1,
  },
  CA: { ON: 15, QC: 9, BC: 5, AB: 5, MB: 1.4, SK: 1.2, NS: 1, NB: 0.8, NL: 0.5, PE: 0.2 },
  AU: { NSW: 8, VIC: 7, QLD: 5, WA: 3, SA: 2, TAS: 0.6, ACT: 0.5, NT: 0.2 },
});

const home = {
  US: 64,
  CA: 9,
  GB: 8,
  AU: 6,
  DE: 3.5,
  FR: 2.5,
  NL: 1.5,
  IE: 1.2,
  NZ: 1.1,
  SE: 0.9,
  ZZ: 1,
};
const overseas = { CA: 34, AU: 30, GB: 22, NZ: 8, IE: 5, ZZ: 1 };

/** The readiness to buy by country relative to the average. */
export const buyingReadiness = textMap({
  US: 1.06,
  CA: 0.97,
  GB: 1.0,
  AU: 0.92,
  DE: 0.78,
  FR: 0.7,
  NL: 0.86,
  IE: 0.95,
  NZ: 0.9,
  SE: 0.8,
  ZZ: 0.4,
});

export const allPlaces = spread(home);
export const withoutTheStates = spread(overseas);

function spread(countries: Readonly<Record<string, number>>): Weighted<DemoPlace> {
  return weighted(
    Object.entries(countries).flatMap(([country, share]) => {
      const parts = Object.entries(states.get(country) ?? { '': 1 });
      const total = parts.reduce((sum, [, weight]) => sum + weight, 0);
      return parts.map(
        ([state, weight]) => [{ country, state }, (share * weight) / total] as const,
      );
    }),
  );
}
