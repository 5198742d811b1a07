import { useState } from 'react';
import { ChangeForm } from './ChangeForm.tsx';
import type { ChangeFormProps } from './change-form-props.ts';
import { nameOf } from './verdict.ts';

/** Ships the variant that was decided for; the page of its funnel step, or the offer's links, follow on request. */
export function ShipForm({ actor, test, onConfirm, onCancel }: ChangeFormProps) {
  const [withStep, setWithStep] = useState(false);
  const [withOffer, setWithOffer] = useState(false);
  const variant = test.decision?.variant ?? null;
  const control = test.variants.find(({ is_control: isControl }) => isControl);
  const offers = [
    control?.offer_name,
    test.variants.find(({ key }) => key === variant)?.offer_name,
  ];
  return (
    <ChangeForm
      actor={actor}
      action="Ship"
      missing={variant === null ? 'Decide for a variant first.' : null}
      onSubmit={() => {
        if (variant) onConfirm({ kind: 'ship', variant, withStep, withOffer });
      }}
      onCancel={onCancel}
    >
      <p>
        The link of the test leads everybody to {nameOf(test, variant)}, and the test stops. It can
        be undone.
      </p>
      {test.target ? (
        <label className="test-tick">
          <input
            type="checkbox"
            checked={withStep}
            onChange={({ currentTarget }) => setWithStep(currentTarget.checked)}
          />
          <span>
            Also make it the page of the step <strong>{test.target.step}</strong> of the funnel{' '}
            <strong>{test.target.funnel}</strong>, with what the step matches, and publish it
          </span>
        </label>
      ) : null}
      {test.kind === 'offer' && control?.key !== variant ? (
        <label className="test-tick">
          <input
            type="checkbox"
            checked={withOffer}
            onChange={({ currentTarget }) => setWithOffer(currentTarget.checked)}
          />
          <span>
            Also lead the links of the offer <strong>{offers[0] ?? 'of the control'}</strong> to{' '}
            <strong>{offers[1] ?? 'the offer of the variant'}</strong>
          </span>
        </label>
      ) : null}
    </ChangeForm>
  );
}
