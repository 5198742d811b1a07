import type { Plan } from '#contract/billing/schemas.ts';
import { limitsOf, priceOf } from '../billing/prices.ts';
import { takeFocus } from '../kit/take-focus.ts';

/** The plans beside each other, one of them chosen. */
export function PlanChoice({
  plans,
  chosen,
  disabled,
  onChoose,
}: {
  plans: readonly Plan[];
  chosen: number;
  disabled: boolean;
  onChoose: (plan: number) => void;
}) {
  return (
    <fieldset className="plans" disabled={disabled}>
      <legend className="only-read">Plan</legend>
      {plans.map((plan) => (
        <label key={plan.id} className="plan">
          <input
            type="radio"
            name="plan"
            value={plan.id}
            checked={plan.id === chosen}
            ref={plan.id === chosen ? takeFocus : undefined}
            onChange={() => onChoose(plan.id)}
          />
          <span className="plan-text">
            <span className="plan-name">{plan.name}</span>
            <span className="plan-price">{plan.price === 0 ? 'Free' : priceOf(plan)}</span>
            <span className="field-note">{[...limitsOf(plan), ...plan.features].join(' · ')}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
