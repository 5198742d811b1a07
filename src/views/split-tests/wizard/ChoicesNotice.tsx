import { useSelector } from '@xstate/react';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { emptyChoices, type TestChoices } from '#model/split-test-draft.ts';
import { Button } from '../../kit/Button.tsx';

/** What the form offers to choose from; nothing while it is being read. */
export function useChoices(actor: SplitTestWizardActor): TestChoices {
  const choices = useSelector(actor, ({ children }) => children.choices);
  return useSelector(choices, (snapshot) => snapshot?.context.answer?.data ?? emptyChoices);
}

/** The funnels and offers are being read, or could not be. */
export function ChoicesNotice({ actor }: { actor: SplitTestWizardActor }) {
  const choices = useSelector(actor, ({ children }) => children.choices);
  const isFailed = useSelector(choices, (snapshot) => snapshot?.matches('failed') ?? false);
  const isLoading = useSelector(choices, (snapshot) => snapshot?.matches('loading') ?? false);
  const problem = useSelector(choices, (snapshot) => snapshot?.context.problem ?? null);
  if (isLoading) return <p className="quiet">Reading what there is to choose from</p>;
  if (!isFailed || !problem) return null;
  return (
    <div className="figures-trouble" role="alert">
      <p>{problem.message}</p>
      <Button size="small" onClick={() => choices?.send({ type: 'retry' })}>
        Retry
      </Button>
    </div>
  );
}
