import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStatuses } from '#contract/conversions/decisions.ts';
import { textMap } from '#contract/text-map.ts';
import { stepName } from '#server/analytics/reports/funnel-analysis-data.ts';
import { currenciesOf } from '#server/conversions/network-file-currency.ts';
import { countryCodeOf } from '#server/geo/countries.ts';
import { countryOf, usStateOf } from '#server/import/place-codes.ts';
import { changedFieldName, statusWord } from '#views/conversions/words.ts';
import { fieldWords } from '#views/event-pixels/words.ts';

const inherited = Object.getOwnPropertyNames(Object.prototype);

describe.each(inherited)('the word %s', (word) => {
  it('is found in no look-up', () => {
    expect({ step: stepName(word), status: statusWord(word), state: usStateOf(word) }).toEqual({
      step: word,
      status: word,
      state: word,
    });
    expect(typeof changedFieldName(word)).toBe('string');
    expect([countryOf(word), countryCodeOf(word)]).toEqual(['ZZ', 'ZZ']);
    expect(currenciesOf(word)).toEqual([]);
    expect([nextStatuses(word), fieldWords.get(word)]).toEqual([[], undefined]);
  });
});

it('a look-up by any text knows its own words only', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.nat()),
      fc.oneof(fc.string(), fc.constantFrom(...inherited)),
      (entries, text) => {
        expect(textMap(entries).get(text)).toBe(
          Object.hasOwn(entries, text) ? entries[text] : undefined,
        );
      },
    ),
  );
});
