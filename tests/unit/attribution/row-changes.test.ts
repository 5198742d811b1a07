import { describe, expect, it } from 'vitest';
import { resolveConversions } from '#server/attribution/resolve.ts';
import { type Change, changesOf } from '#server/attribution/row-changes.ts';
import { facts, HOUR, NOON, purchase } from './samples.ts';

const sold = resolveConversions(facts, [purchase({ event_id: 'e1' })], []);

function onlyOf([change, ...others]: readonly Change[]): Change {
  expect(others).toEqual([]);
  if (!change) throw new Error('Nothing was to be written.');
  return change;
}

describe('a removed conversion', () => {
  const gone = onlyOf(changesOf([onlyOf(changesOf([], sold))], [], NOON + 9 * HOUR));

  it('is known to be removed from then on, and is not removed again', () => {
    expect(gone).toMatchObject({ deleted: 1, known_at: '2026-03-31T21:00:00.000Z' });
    expect(changesOf([gone], [])).toEqual([]);
  });

  it('returns with the same values, known no earlier than it was removed', () => {
    expect(onlyOf(changesOf([gone], sold))).toMatchObject({
      deleted: 0,
      known_at: gone.known_at,
      moved_from: null,
    });
  });
});
