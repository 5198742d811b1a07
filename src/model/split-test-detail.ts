import type { VariantKey } from '#contract/split-tests/definition.ts';
import { isAgainstGate, shortestReason } from '#contract/split-tests/gate-limits.ts';
import type {
  Arm,
  TestGate,
  TestResults,
  TestResultsAnswer,
} from '#contract/split-tests/results.ts';
import type { SplitTest, TestDecision } from '#contract/split-tests/schemas.ts';
import type { SpreadsheetFormat } from '#contract/table-file.ts';
import type { TestEdit } from './split-test-edit.ts';

export type TestScope = { project: number; id: string };
/** A snapshot that is not the latest one. */
export type PastScope = TestScope & { snapshot: string };

/** What is known about a test, as the only entry of a list. */
export type ResultsRow = TestResultsAnswer & { id: string };

/** What may be done with a test at once; each can be taken back by another one or makes something new. */
type DirectChange = {
  kind: 'pause' | 'resume' | 'archive' | 'restore' | 'duplicate' | 'undoDecision' | 'undoShip';
};

/** A change of a test, with what a person entered for it. */
export type TestChange =
  | DirectChange
  | { kind: 'stop' }
  /** What may change after the start, as far as it was changed. */
  | { kind: 'edit'; edit: TestEdit }
  /** The name of the test as typed, where its goal has had no event lately; else empty. */
  | { kind: 'start'; confirm: string }
  | { kind: 'weigh'; weights: Partial<Record<VariantKey, number>>; traffic: number; reason: string }
  | {
      kind: 'decide';
      decision: TestDecision;
      variant: VariantKey | null;
      note: string;
      /** What was typed to decide against the gate. */
      override: string;
      snapshot: Pick<TestResults, 'snapshot_id' | 'gate'>;
    }
  | {
      kind: 'ship';
      variant: VariantKey;
      withStep: boolean;
      withMatcher: boolean;
      withOffer: boolean;
    };

/** A change that is asked about before it is made. */
export type DialogKind = Exclude<TestChange['kind'], DirectChange['kind']>;

/** The word that a person types to decide against the gate. */
export const overrideWord = 'override';

/** What a person has to enter before a change can be made; null where nothing is missing. */
export function missingFrom(
  change: TestChange,
): 'change' | 'variant' | 'override' | 'reason' | null {
  if (change.kind === 'edit') return Object.keys(change.edit).length === 0 ? 'change' : null;
  if (change.kind === 'weigh') return change.reason.trim() === '' ? 'reason' : null;
  if (change.kind !== 'decide') return null;
  if (change.decision === 'ship' && change.variant === null) return 'variant';
  if (!isAgainstGate(change.snapshot.gate, change)) return null;
  if (change.override.trim().toLowerCase() !== overrideWord) return 'override';
  return change.note.trim().length < shortestReason ? 'reason' : null;
}

/** What takes a change back; null where nothing does. */
export function undoOf({ kind }: TestChange): DirectChange | null {
  switch (kind) {
    case 'pause':
      return { kind: 'resume' };
    case 'archive':
      return { kind: 'restore' };
    case 'decide':
      return { kind: 'undoDecision' };
    case 'ship':
      return { kind: 'undoShip' };
    default:
      return null;
  }
}

/**
 * How a snapshot is to be read: a broken split comes before everything, then whether there is enough to read at all,
 * then whether enough of it is final.
 */
export type TestReading = 'unhealthy' | 'ready' | 'insufficient' | 'immature' | 'collecting';

export function readingOf({ gate }: Pick<TestResults, 'gate'>): TestReading {
  if (gate.status === 'unhealthy') return 'unhealthy';
  if (gate.status !== 'collecting') return 'ready';
  const holds = (name: TestGate['checks'][number]['check']) =>
    gate.checks.find(({ check }) => check === name)?.holds ?? false;
  if (!holds('conversions')) return 'insufficient';
  return holds('maturity') ? 'collecting' : 'immature';
}

/** A test as it was before anything was decided about it. */
export const undecided = (test: SplitTest): SplitTest => ({
  ...test,
  status: 'running',
  decision: null,
  ship: null,
});

/** The control of a test, which every treatment is compared with. */
const controlOf = ({ variants }: Pick<SplitTest, 'variants'>) =>
  variants.find(({ is_control }) => is_control) ?? variants[0];

/**
 * What choosing a treatment loses per unit on average. The server computes it for goals of which more is better: where
 * less is better, choosing it loses what choosing the control would win.
 */
export function lossOf({ goal }: Pick<SplitTest, 'goal'>, { comparison }: Arm): number | null {
  const loss = comparison?.expected_loss ?? null;
  if (loss === null || goal.direction === 'up') return loss;
  const difference = comparison?.difference ?? null;
  return difference === null ? null : loss + difference;
}

/** The same as a share of the control's value. */
export function lossShareOf(
  test: Pick<SplitTest, 'goal' | 'variants'>,
  { variants }: Pick<TestResults, 'variants'>,
  arm: Arm,
): number | null {
  const control = variants.find(({ key }) => key === controlOf(test)?.key)?.value ?? null;
  const loss = lossOf(test, arm);
  return loss === null || control === null || control <= 0 ? null : loss / control;
}

/** The chance that a treatment is better than the control. */
export function chanceOf({ goal }: Pick<SplitTest, 'goal'>, { comparison }: Arm): number | null {
  const chance = comparison?.chance ?? null;
  return chance === null || goal.direction === 'up' ? chance : 1 - chance;
}

/** The revenue of a conversion of all variants together; null where no conversion brought any. */
export function valueOfConversion({ variants }: Pick<TestResults, 'variants'>): number | null {
  const sum = (of: (arm: Arm) => number) => variants.reduce((total, arm) => total + of(arm), 0);
  const revenue = sum((arm) => Number(arm.revenue));
  const conversions = sum((arm) => arm.conversions);
  return revenue > 0 && conversions > 0 ? revenue / conversions : null;
}

export type TestFileRequest = { test: Pick<SplitTest, 'id' | 'slug'>; format: SpreadsheetFormat };
export type UnitRequest = { test: string; unit: string };
/** The variant of a unit now, and the one that it was first shown. */
export type UnitAssignment = {
  unit: string;
  variant: string | null;
  is_in_test: boolean;
  first: { variant: string; at: string; phase: number } | null;
};

/** What a notice says about a change that can be undone. */
export function changedMessage(change: TestChange, { name, variants }: SplitTest): string {
  const called = (key: VariantKey | null) => variants.find((one) => one.key === key)?.name ?? key;
  switch (change.kind) {
    case 'pause':
      return `“${name}” is paused: every visitor sees the control.`;
    case 'archive':
      return `“${name}” was archived.`;
    case 'ship':
      return `“${called(change.variant)}” is shipped: every visitor sees it.`;
    default:
      return `“${name}” is decided.`;
  }
}
