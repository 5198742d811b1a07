import { describe, expect, it } from 'vitest';
import { report, tableSchema } from '#contract/analytics/report.ts';
import { parsedIn } from '#services/kit/long-answer.ts';
import { meta, row, table } from '../../support/samples.ts';

const schema = report(tableSchema);
/** Names that look like the end of a row to a parser that ignores quotes. */
const names = ['plain', '},{"key":"x"', '}],"total":{', '"rows":[{"key":', 'back\\slash"'];
const long = (count: number) => ({
  data: {
    ...table,
    rows: Array.from({ length: count }, (_, index) => ({
      ...row,
      key: `c${index}`,
      label: names[index % names.length] ?? '',
      previous: index % 3 === 0 ? null : row.previous,
    })),
  },
  meta,
});
const { signal } = new AbortController();

describe('a long answer', () => {
  it.each([1, 1_499, 2_000, 2_001])('of %i rows is parsed as it is at once', async (count) => {
    const answer = long(count);
    const text = JSON.stringify(answer);
    expect(await parsedIn(schema, text, signal)).toEqual(schema.safeParse(JSON.parse(text)));
  });

  it('is refused for one row that breaks the contract', async () => {
    const answer = long(3_000);
    const text = JSON.stringify(answer).replace('"key":"c2500"', '"key":2500');
    expect((await parsedIn(schema, text, signal)).success).toBe(false);
  });

  it('is refused when it ends in the middle', async () => {
    const text = JSON.stringify(long(3_000)).slice(0, -200);
    expect((await parsedIn(schema, text, signal)).success).toBe(false);
  });

  it('is not parsed further once it is aborted', async () => {
    const leaving = new AbortController();
    const reading = parsedIn(schema, JSON.stringify(long(3_000)), leaving.signal);
    leaving.abort();
    await expect(reading).rejects.toThrow();
  });

  it('yields to other work between slices', async () => {
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns += 1;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    await parsedIn(schema, JSON.stringify(long(8_000)), signal);
    isReading = false;
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
