import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type {
  SplitTestWizardActor,
  SplitTestWizardSnapshot,
} from '#machines/split-tests/split-test-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { focusOnShow } from '../../kit/focus-on-show.ts';
import { GoalStep } from './GoalStep.tsx';
import { KeepDialog } from './KeepDialog.tsx';
import { LaunchPart } from './LaunchPart.tsx';
import { TrafficStep } from './TrafficStep.tsx';
import { UnfinishedTest } from './UnfinishedTest.tsx';
import { UnreadDraft } from './UnreadDraft.tsx';
import { VariantsStep } from './VariantsStep.tsx';
import { WhatStep } from './WhatStep.tsx';
import { WizardProgress } from './WizardProgress.tsx';
import '../../kit/wizard.css';
import './test-wizard.css';

/** The wizard of a split test: how far it is, and the step that its machine is in. */
export function TestWizard({ actor }: { actor: SplitTestWizardActor }) {
  const part = useSelector(actor, partOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isLeaving = useSelector(actor, (snapshot) => snapshot.matches('leaving'));
  const mayLeave = useSelector(actor, (snapshot) => snapshot.can({ type: 'leave' }));
  const isStored = useSelector(actor, ({ context }) => context.stored !== null);
  const Part = part ? parts[part] : null;
  return (
    <section className="panel wizard" aria-labelledby="split-test-title" aria-busy={busy}>
      <div className="panel-progress" data-running={busy || undefined} />
      <header className="panel-head">
        <h1 className="panel-title" id="split-test-title">
          {isStored ? 'Draft of a split test' : 'New split test'}
        </h1>
        <WizardProgress actor={actor} />
        <div className="panel-tools">
          <Button look="quiet" disabled={!mayLeave} onClick={() => actor.send({ type: 'leave' })}>
            Cancel
          </Button>
        </div>
      </header>
      {Part ? (
        <div className="wizard-body" key={part} ref={focusOnShow}>
          <Part actor={actor} />
        </div>
      ) : (
        <div className="blank">
          <p role="status">Opening</p>
        </div>
      )}
      {isLeaving ? <KeepDialog actor={actor} /> : null}
    </section>
  );
}

const parts = {
  unread: UnreadDraft,
  resuming: UnfinishedTest,
  what: WhatStep,
  variants: VariantsStep,
  goal: GoalStep,
  traffic: TrafficStep,
  launching: LaunchPart,
} as const satisfies Record<string, ComponentType<{ actor: SplitTestWizardActor }>>;
type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as PartName[];

/** The part of the state, or of the one to which the wizard returns if its author stays. */
function partOf(snapshot: SplitTestWizardSnapshot): PartName | null {
  const before = snapshot.matches('leaving')
    ? snapshot.historyValue['splitTestWizard.open.before']?.[0]?.path[1]
    : undefined;
  return partNames.find((one) => snapshot.matches({ open: one }) || one === before) ?? null;
}
