import { Check } from 'lucide-react';
import type { SignUpStep } from '#model/sign-up.ts';
import { hasBilling } from '../kit/installation.ts';

type Step = { step: SignUpStep; label: string };

const steps: readonly Step[] = [
  { step: 'account', label: 'Account' },
  { step: 'company', label: 'Company' },
];
const paidSteps: readonly Step[] = [
  ...steps,
  { step: 'payment', label: 'Payment' },
  { step: 'subscription', label: 'Plan' },
];

/** The progress through the steps. All are done after the last one, until the dashboard opens. */
export function Steps({ current }: { current: SignUpStep }) {
  const shown = hasBilling() ? paidSteps : steps;
  const at = shown.findIndex(({ step }) => step === current);
  const reached = at < 0 ? shown.length : at;
  return (
    <ol className="steps" aria-label="Steps of the sign-up">
      {shown.map(({ step, label }, index) => (
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
