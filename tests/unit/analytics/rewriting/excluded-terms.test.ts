import { describe, expect, it } from 'vitest';
import {
  overExcluded,
  overOtherSide,
  overRepeats,
} from '#server/analytics/rewriting/excluded-terms.ts';
import { type Term, termsOf } from '#server/analytics/rewriting/row-terms.ts';

const termOf = (expression: string): Term => {
  const [term] = termsOf({ expression });
  if (!term) throw new Error('There is no term.');
  return term;
};
const ofServer = "s.record = 'conversion' AND s.side = 'server'";

describe('a term over excluded rows', () => {
  it('reads the kind that a row would have', () => {
    const term = termOf("sumIf(s.value, s.record = 'conversion' AND s.record != 'x')");
    expect(overExcluded(term, 's')).toEqual({
      ...term,
      condition: "s.would = 'conversion' AND s.would != 'x'",
    });
  });

  it('is refused where it names no kind, because it would count all of them', () => {
    expect(() => overExcluded(termOf("sumIf(s.value, s.side = 'server')"), 's')).toThrow(
      "not named in sumIf(s.value, s.side = 'server')",
    );
  });
});

describe('a term over repeated reports', () => {
  it('adds up what they reported beyond the value that counts', () => {
    const { addend } = overRepeats(termOf(`sumIf(s.value, ${ofServer})`), 's');
    expect(addend).toBe('s.raw_value - s.value');
  });

  it.each([
    ['countIf', '1'],
    ['sumIf(s.credit, ', 's.credit'],
  ])('counts as before: %s', (head, addend) => {
    const term = termOf(head.endsWith(' ') ? `${head}${ofServer})` : `${head}(${ofServer})`);
    expect(overRepeats(term, 's')).toEqual(term);
    expect(term.addend).toBe(addend);
  });

  it('is refused where it adds up something else', () => {
    expect(() => overRepeats(termOf(`sumIf(s.spend, ${ofServer})`), 's')).toThrow('No value');
  });
});

describe('a term over the other side', () => {
  it.each([
    ['server', 'browser'],
    ['browser', 'server'],
  ])('of %s reads what only the %s reported', (side, other) => {
    const term = termOf(`countIf(s.record = 'conversion' AND s.side = '${side}')`);
    expect(overOtherSide(term, 's')?.condition).toBe(
      `s.record = 'conversion' AND s.side = '${other}' AND s.paired = 0`,
    );
  });

  it('is none where no side is named', () => {
    expect(overOtherSide(termOf("countIf(s.record = 'refund')"), 's')).toBeNull();
  });
});
