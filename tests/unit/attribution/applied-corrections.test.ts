import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  appliedRevenues,
  correctionsByConversion,
} from '#server/attribution/applied-corrections.ts';

type Row = { id: number; revenue: string; stated: string | null; reverses: number | null };
type Step =
  | { kind: 'report' | 'enter' | 'take'; amount: number }
  | { kind: 'reverse'; pick: number };

const amount = fc.integer({ min: -50, max: 200 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('report' as const, 'take' as const), amount: fc.nat(200) }),
    fc.record({ kind: fc.constant('enter' as const), amount }),
    fc.record({ kind: fc.constant('reverse' as const), pick: fc.nat(20) }),
  ),
  { maxLength: 14 },
);

const sumOf = (value: number, rows: readonly Row[]): number =>
  [...appliedRevenues(`${value}`, rows).values()].reduce((sum, one) => sum + one.toNumber(), value);

/** The last value taken over and not undone, plus amounts entered since; else the reports plus all entered amounts. */
function expected(value: number, rows: readonly Row[]): number {
  const reversals = new Map(rows.map(({ id, reverses }) => [reverses, id]));
  const holds = (row: Row): boolean => {
    const by = rows.find(({ id }) => id === reversals.get(row.id));
    return by === undefined || !holds(by);
  };
  const first = rows.filter(({ reverses }) => reverses === null);
  const last = (row: Row): number => {
    const by = rows.find(({ id }) => id === reversals.get(row.id));
    return by === undefined ? row.id : last(by);
  };
  const valid = first
    .filter(holds)
    .map((row) => ({ ...row, since: last(row) }))
    .sort((a, b) => a.since - b.since);
  return valid.reduce(
    (worth, { revenue, stated }) => (stated === null ? worth + Number(revenue) : Number(stated)),
    value,
  );
}

it('corrections add up to the value taken over last and what was entered since', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const rows: Row[] = [];
      let value = 100;
      for (const [index, step] of all.entries()) {
        const id = index + 1;
        if (step.kind === 'report') value = step.amount;
        if (step.kind === 'enter')
          rows.push({ id, revenue: `${step.amount}`, stated: null, reverses: null });
        if (step.kind === 'take') {
          const revenue = `${step.amount - sumOf(value, rows)}`;
          rows.push({ id, revenue, stated: `${step.amount}`, reverses: null });
        }
        if (step.kind === 'reverse') {
          const open = rows.filter((row) => !rows.some(({ reverses }) => reverses === row.id));
          const row = open[step.pick % Math.max(1, open.length)];
          if (row) rows.push({ ...row, id, revenue: `${-Number(row.revenue)}`, reverses: row.id });
        }
        expect(sumOf(value, rows)).toBe(expected(value, rows));
      }
    }),
    { numRuns: 1_000 },
  );
});

it('a value that was taken over adds nothing while its conversion does not count', () => {
  const taken = { id: 1, revenue: '-20', stated: '80', reverses: null };
  const [added] = appliedRevenues(null, [taken]).values();
  expect(added?.toNumber()).toBe(0);
});

it('a correction belongs to the conversion that has its event now, else to that of its id', () => {
  const conversions = [
    { conversion_id: 'c1', event_uids: ['u1'] },
    { conversion_id: 'c2', event_uids: ['u2', 'u3'] },
  ];
  const made = (conversion: string, uid: string | null) => ({ conversion, uid });
  const corrections = [made('c1', 'u1'), made('c1', 'u3'), made('c2', null), made('c0', 'u0')];
  expect([...correctionsByConversion(conversions, corrections)]).toEqual([
    ['c1', [made('c1', 'u1')]],
    ['c2', [made('c1', 'u3'), made('c2', null)]],
  ]);
});
