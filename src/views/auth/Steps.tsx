import { Check } from 'lucide-react';
import type { SignUpStep } from '#model/sign-up.ts';

const steps: readonly { step: SignUpStep; label: string }[] = [
  { step: 'account', label: 'Account' },
  { step: 'company', label: 'Company' },
  { step: 'payment', label: 'Payment' },
  { step: 'subscription', label: 'Plan' },
];

/** Where somebody is among the steps. */
export function Steps({ current }: { current: SignUpStep }) {
  const reached = steps.findIndex(({ step }) => step === current);
  return (
    <ol className="steps" aria-label="Steps of the sign-up">
      {steps.map(({ step, label }, index) => (
        <li
          key={step}
          className="step"
          aria-current={step === current ? 'step' : undefined}
          data-passed={index < reached || undefined}
        >
          {index < reached ? <Check size={12} aria-label="Done:" /> : null}
          {label}
        </li>
      ))}
    </ol>
  );
}
