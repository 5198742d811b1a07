import { describe, expect, it } from 'vitest';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import {
  fails,
  filterIn,
  isNarrow,
  isOfTab,
  listedTests,
  noFilter,
  type TestFilter,
  tasksIn,
} from '#model/split-test-list.ts';
import { daysLeftOf } from '#model/split-tests.ts';
import { testLines } from '../../support/split-tests/lines.ts';

const [headline, checkout, skewed, draft, decided] = testLines as [
  TestLine,
  TestLine,
  TestLine,
  TestLine,
  TestLine,
];
const all: TestFilter = { tab: 'running', find: '', kind: null };
const names = (filter: Partial<TestFilter>) =>
  listedTests(testLines, { ...all, ...filter }).map(({ name }) => name);

describe('the filter of the list', () => {
  it('is read from the address, and what it does not know is left out', () => {
    expect(filterIn({ tab: 'learnings', params: { find: 'video', kind: 'offer' } })).toEqual({
      tab: 'learnings',
      find: 'video',
      kind: 'offer',
    });
    expect(filterIn({ tab: 'other', params: { kind: 'other' } })).toEqual(all);
  });

  it('is narrow by a text or a kind', () => {
    expect(isNarrow(all)).toBe(false);
    expect(isNarrow({ ...all, find: '  ' })).toBe(false);
    expect(isNarrow({ ...all, find: 'a' })).toBe(true);
    expect(isNarrow({ ...all, kind: 'page' })).toBe(true);
    expect(isNarrow(filterIn({ tab: '', params: noFilter }))).toBe(false);
  });
});

describe('the tests of a tab', () => {
  it('are those of its state', () => {
    expect(isOfTab({ ...headline, status: 'paused' }, 'running')).toBe(true);
    expect(isOfTab(decided, 'finished')).toBe(true);
    expect(isOfTab({ ...decided, status: 'archived' }, 'finished')).toBe(false);
    expect(isOfTab({ ...decided, status: 'archived' }, 'learnings')).toBe(true);
    expect(names({ tab: 'drafts' })).toEqual(['Price with cents']);
    expect(names({ tab: 'learnings' })).toEqual(['Video on top']);
  });

  it('show first what asks for an act', () => {
    expect(names({})).toEqual(['Higher payout', 'One-page checkout', 'Shorter headline']);
  });

  it('are found by name, hypothesis and note', () => {
    expect(names({ find: ' CHECKOUT ' })).toEqual(['One-page checkout']);
    expect(names({ find: 'read on', kind: 'page' })).toEqual(['Shorter headline']);
    expect(names({ tab: 'learnings', find: 'too slowly' })).toEqual(['Video on top']);
    expect(names({ find: 'nothing like it' })).toEqual([]);
  });
});

describe('what is to do now', () => {
  it('is one thing for each test, the most urgent first', () => {
    expect(tasksIn(testLines).map(({ kind, test }) => [kind, test.slug])).toEqual([
      ['split', 'payout'],
      ['ship', 'checkout'],
      ['archive', 'video'],
    ]);
  });

  const gateOf = (status: 'ready_keep' | 'ready_inconclusive' | 'unhealthy') => ({
    status,
    winner: null,
    checks: [{ check: 'goal' as const, holds: false }],
    eta_days: null,
  });
  const shipped = { variant: 'B', shipped_at: '', shipped_by: null } as TestLine['ship'];
  it.each([
    ['silent', { gate: gateOf('unhealthy') }],
    ['keep', { gate: gateOf('ready_keep') }],
    ['inconclusive', { gate: gateOf('ready_inconclusive') }],
    ['over', { days: 42 }],
    ['follow', { decision: decided.decision && { ...decided.decision, decision: 'ship' } }],
    ['archive', { status: 'stopped', ship: shipped }],
    [null, {}],
    [null, { ship: shipped }],
    [null, { status: 'draft', days: 42 }],
    [null, { status: 'archived', gate: gateOf('ready_keep') }],
    [null, { status: 'stopped', gate: gateOf('unhealthy') }],
    [null, { decision: decided.decision }],
  ] as [string | null, Partial<TestLine>][])('is %s for %o', (kind, more) => {
    expect(tasksIn([{ ...headline, ...more }]).map((task) => task.kind)).toEqual(
      kind === null ? [] : [kind],
    );
  });
});

describe('figures of a line', () => {
  it('says how many days are left', () => {
    expect(daysLeftOf(headline)).toBe(34);
    expect(daysLeftOf({ days: 50, max_runtime_days: 42 })).toBe(0);
    expect(daysLeftOf(draft)).toBeNull();
  });

  it('knows a condition that does not hold from one that was not read', () => {
    expect(fails(skewed.gate?.checks ?? [], 'split')).toBe(true);
    expect(fails(checkout.gate?.checks ?? [], 'split')).toBe(false);
    expect(fails([], 'split')).toBe(false);
  });
});
