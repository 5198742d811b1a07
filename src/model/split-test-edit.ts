import { changeableAfterStart, type SplitTest } from '#contract/split-tests/schemas.ts';
import {
  bodyOf,
  draftOfTest,
  faultsOf,
  type TestDraft,
  type TestDraftFaults,
} from './split-test-draft.ts';

/** What may change after the start, as it is sent. */
export type TestEdit = Partial<Pick<SplitTest, (typeof changeableAfterStart)[number]>>;

/** The same as it is entered. */
export type EnteredEdit = Pick<TestDraft, 'name' | 'hypothesis' | 'maxDays' | 'guardrails'>;

export function enteredOf(test: SplitTest): EnteredEdit {
  const { name, hypothesis, maxDays, guardrails } = draftOfTest(test);
  return { name, hypothesis, maxDays, guardrails };
}

const draftWith = (test: SplitTest, entered: EnteredEdit): TestDraft => ({
  ...draftOfTest(test),
  ...entered,
});

/** What is wrong with what was entered, each at its field. */
export const editFaults = (test: SplitTest, entered: EnteredEdit): TestDraftFaults =>
  Object.fromEntries(
    Object.entries(faultsOf(draftWith(test, entered))).filter(([field]) =>
      changeableAfterStart.some((name) => name === field.split('.')[0]),
    ),
  );

/** What differs from the test that the form was opened with, so that other changes of it stay. */
export function editOf(test: SplitTest, entered: EnteredEdit): TestEdit {
  const [before, after] = [bodyOf(draftOfTest(test)), bodyOf(draftWith(test, entered))];
  const isChanged = (name: (typeof changeableAfterStart)[number]) =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  return {
    ...(isChanged('name') ? { name: after.name } : {}),
    ...(isChanged('hypothesis') ? { hypothesis: after.hypothesis } : {}),
    ...(isChanged('max_runtime_days') ? { max_runtime_days: after.max_runtime_days } : {}),
    ...(isChanged('guardrails') ? { guardrails: after.guardrails } : {}),
  };
}
