import type { ReactNode } from 'react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';

/** A step of the wizard as a form: Enter in a field goes on. */
export function WizardForm({
  actor,
  name,
  action,
  isOpen,
  reason,
  onGo,
  children,
}: {
  actor: FunnelWizardActor;
  name: string;
  action: string;
  /** Whether the wizard can go on. */
  isOpen: boolean;
  /** Why it cannot. */
  reason: string | null;
  onGo: () => void;
  children: ReactNode;
}) {
  return (
    <form
      className="wizard-part"
      aria-label={name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]');
        if (!isOpen && wrong) wrong.focus();
        else onGo();
      }}
    >
      {children}
      <div className="wizard-acts">
        <Button look="quiet" onClick={() => actor.send({ type: 'back' })}>
          Back
        </Button>
        <Button look="primary" type="submit" aria-disabled={!isOpen}>
          {action}
        </Button>
        {isOpen || reason === null ? null : <p className="field-hint">{reason}</p>}
      </div>
    </form>
  );
}
