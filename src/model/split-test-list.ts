import { type TestKind, testKinds } from '#contract/split-tests/definition.ts';
import type { GateCheck } from '#contract/split-tests/results.ts';
import { type TestLine, type TestTab, testTabs } from '#contract/split-tests/schemas.ts';

/** The parameters of the list in its address. */
export const listParams = ['find', 'kind'] as const;
type Params = Readonly<Record<string, string | undefined>>;

export type TestFilter = { tab: TestTab; find: string; kind: TestKind | null };

/** What the address says is shown; the hash names the tab. */
export const filterIn = ({ tab, params }: { tab: string; params: Params }): TestFilter => ({
  tab: testTabs.find((name) => name === tab) ?? 'running',
  find: params.find ?? '',
  kind: testKinds.find((name) => name === params.kind) ?? null,
});

/** All parameters of the filter without a value. */
export const noFilter = { find: '', kind: '' };

export const isNarrow = ({ find, kind }: TestFilter): boolean =>
  find.trim() !== '' || kind !== null;

export const isOfTab = ({ status, decision }: TestLine, tab: TestTab): boolean => {
  switch (tab) {
    case 'running':
      return status === 'running' || status === 'paused';
    case 'drafts':
      return status === 'draft';
    case 'finished':
      return status === 'stopped';
    case 'learnings':
      return decision !== null;
  }
};

/** The tests of the tab that the filter shows; those that ask for an act come first, then the newest. */
export function listedTests(
  tests: readonly TestLine[],
  { tab, find, kind }: TestFilter,
): TestLine[] {
  const sought = find.trim().toLowerCase();
  const urgent = new Set(tab === 'learnings' ? [] : tasksIn(tests).map(({ test }) => test.id));
  return tests
    .filter(
      (test) =>
        isOfTab(test, tab) &&
        (kind === null || test.kind === kind) &&
        textsOf(test).some((text) => text.toLowerCase().includes(sought)),
    )
    .toSorted(
      (one, other) =>
        Number(urgent.has(other.id)) - Number(urgent.has(one.id)) || (one.id < other.id ? 1 : -1),
    );
}

const textsOf = ({ name, slug, hypothesis, decision }: TestLine): string[] => [
  name,
  slug,
  hypothesis,
  decision?.note ?? '',
];

/** What a test asks for, the most urgent first. */
export const taskKinds = [
  'split',
  'silent',
  'ship',
  'keep',
  'inconclusive',
  'over',
  'follow',
  'archive',
] as const;
export type TaskKind = (typeof taskKinds)[number];
export type TestTask = { kind: TaskKind; test: TestLine };

/** What members have to do now, at most one thing for each test. */
export const tasksIn = (tests: readonly TestLine[]): TestTask[] =>
  tests
    .flatMap((test) => {
      const kind = taskOf(test);
      return kind === null ? [] : [{ kind, test }];
    })
    .toSorted((a, b) => taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind));

function taskOf({
  status,
  gate,
  decision,
  ship,
  days,
  max_runtime_days,
}: TestLine): TaskKind | null {
  if (status === 'archived' || status === 'draft') return null;
  if (ship !== null) return status === 'stopped' ? 'archive' : null;
  if (decision?.decision === 'ship') return 'follow';
  if (decision !== null) return status === 'stopped' ? 'archive' : null;
  switch (gate?.status) {
    case 'unhealthy':
      return status === 'stopped' ? null : fails(gate.checks, 'split') ? 'split' : 'silent';
    case 'ready_ship':
      return 'ship';
    case 'ready_keep':
      return 'keep';
    case 'ready_inconclusive':
      return 'inconclusive';
    default:
      return status === 'running' && days !== null && days >= max_runtime_days ? 'over' : null;
  }
}

type Checks = readonly { check: GateCheck; holds: boolean }[];

/** Whether the gate read this condition and it does not hold. */
export const fails = (checks: Checks, check: GateCheck): boolean =>
  checks.some((one) => one.check === check && !one.holds);
