import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './Button.tsx';

/** A step of a wizard as a form: Enter in a field goes on, and what keeps it from that takes the focus. */
export function WizardForm({
  name,
  action,
  isOpen = true,
  reason = null,
  onGo,
  onBack,
  children,
}: {
  name: string;
  action: string;
  /** Whether the wizard can go on. */
  isOpen?: boolean;
  /** Why it cannot. */
  reason?: string | null;
  onGo: () => void;
  /** Without it this is the first step. */
  onBack?: () => void;
  children: ReactNode;
}) {
  return (
    <form
      className="wizard-part"
      aria-label={name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const wrongIn = () => form.querySelector<HTMLElement>('[aria-invalid="true"]');
        if (isOpen || !wrongIn()) flushSync(onGo);
        wrongIn()?.focus();
      }}
    >
      {children}
      <div className="wizard-acts">
        {onBack ? (
          <Button look="quiet" onClick={onBack}>
            Back
          </Button>
        ) : null}
        <Button look="primary" type="submit" aria-disabled={!isOpen}>
          {action}
        </Button>
        {isOpen || reason === null ? null : <p className="field-hint">{reason}</p>}
      </div>
    </form>
  );
}
