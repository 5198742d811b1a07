import { useSelector } from '@xstate/react';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { faultsOf, type TestDraft, type TestStep } from '#model/split-test-draft.ts';

/** What a step of the wizard enters: the draft, the faults that it shows, and how it changes. */
export type StepFields = {
  draft: TestDraft;
  faultsAt: (field: string) => readonly string[];
  change: (more: Partial<TestDraft>) => void;
};

export function useStepFields(actor: SplitTestWizardActor, step: TestStep): StepFields {
  const { draft, problem } = useSelector(actor, ({ context }) => context);
  const isIncomplete = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { [step]: 'incomplete' } } as never),
  );
  const isRefused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { [step]: 'refused' } } as never),
  );
  const faults = isIncomplete ? faultsOf(draft) : isRefused ? (problem?.fields ?? {}) : {};
  return {
    draft,
    faultsAt: (field) => faults[field] ?? [],
    change: (more) => actor.send({ type: 'draft.change', draft: { ...draft, ...more } }),
  };
}
