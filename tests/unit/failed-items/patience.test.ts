import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPatience } from '#server/failed-items/patience.ts';
import { createBatchPatience } from '#server/pipeline/batch-patience.ts';

const MINUTES = 120_000;
const pauses = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 30 });

/** Whether the try at each of these times is the last. */
const expected = (times: readonly number[]) =>
  times.map((time, index) => index >= 4 && time - (times[0] ?? 0) >= MINUTES);

const timesOf = (pausesBetween: readonly number[]) => {
  let time = 0;
  return pausesBetween.map((pause) => {
    time += pause;
    return time;
  });
};

describe('patience', () => {
  it('ends after five tries and two minutes, not before either', () => {
    fc.assert(
      fc.property(pauses.map(timesOf), (times) => {
        let time = 0;
        const patience = createPatience(() => new Date(time));
        const right = expected(times);
        const first = right.indexOf(true);
        const until = first === -1 ? times : times.slice(0, first + 1);
        const answers = until.map((at, index) => {
          time = at;
          return patience('item', index + 1);
        });
        expect(answers).toEqual(right.slice(0, until.length));
      }),
    );
  });

  it('begins anew with the first try, and for each item', () => {
    let time = 0;
    const patience = createPatience(() => new Date(time));
    expect(patience('one', 1)).toBe(false);
    time = MINUTES;
    expect(patience('two', 5)).toBe(false);
    expect(patience('one', 4)).toBe(false);
    expect(patience('one', 1)).toBe(false);
    expect(patience('one', 5)).toBe(false);
    time = 2 * MINUTES;
    expect(patience('one', 6)).toBe(true);
  });
});

describe('the patience with a batch', () => {
  it('is the same, and its parts need only the tries', () => {
    fc.assert(
      fc.property(pauses.map(timesOf), (times) => {
        let time = 0;
        const patience = createBatchPatience(() => new Date(time));
        const fail = (batch: string, at: number) => {
          time = at;
          return patience.isOver(batch);
        };
        const answers = times.map((at) => fail('whole', at));
        expect(answers).toEqual(expected(times));
        if (!answers.includes(true)) return;
        const part = () => fail('part', time);
        expect([part(), part(), part(), part(), part()]).toEqual([
          false,
          false,
          false,
          false,
          true,
        ]);
        patience.calm();
        expect(Array.from({ length: 6 }, () => fail('other', time))).not.toContain(true);
      }),
    );
  });
});
