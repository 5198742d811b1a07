import type { Plan } from '#contract/billing.ts';
import { count } from '../parts/format.ts';
import { takeKeyboard } from '../parts/take-keyboard.ts';

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
      {plans.map(({ id, name, price, currency, interval, events_limit: limit, features }) => (
        <label key={id} className="plan">
          <input
            type="radio"
            name="plan"
            value={id}
            checked={id === chosen}
            ref={id === chosen ? takeKeyboard : undefined}
            onChange={() => onChoose(id)}
          />
          <span className="plan-text">
            <span className="plan-name">{name}</span>
            <span className="plan-price">
              {price === 0 ? 'Free' : `${priceOf(price, currency)} a ${interval}`}
            </span>
            <span className="field-note">
              {limit === null ? 'Any number of events' : `Up to ${count(limit)} events a month`}
              {features.map((feature) => ` · ${feature}`)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const priceOf = (price: number, currency: string): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(price) ? 0 : 2,
  }).format(price);
