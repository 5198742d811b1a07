import { type ReactNode, useState } from 'react';
import { ChangeForm } from './ChangeForm.tsx';
import type { ChangeFormProps } from './change-form-props.ts';
import { nameOf } from './verdict.ts';

/**
 * Ships the variant that was decided for. The page of its funnel step or the offer's links follow unless they are
 * unticked, what the step matches only on request.
 */
export function ShipForm({ actor, test, onConfirm, onCancel }: ChangeFormProps) {
  const variant = test.decision?.variant ?? null;
  const control = test.variants.find(({ is_control: isControl }) => isControl);
  const winner = test.variants.find(({ key }) => key === variant);
  const hasOffers = test.kind === 'offer' && control?.key !== variant;
  const [withStep, setWithStep] = useState(test.target !== null);
  const [withMatcher, setWithMatcher] = useState(false);
  const [withOffer, setWithOffer] = useState(hasOffers);
  return (
    <ChangeForm
      actor={actor}
      action="Ship"
      missing={variant === null ? 'Decide for a variant first.' : null}
      onSubmit={() => {
        if (variant) onConfirm({ kind: 'ship', variant, withStep, withMatcher, withOffer });
      }}
      onCancel={onCancel}
    >
      <p>
        The link of the test leads every visitor to {nameOf(test, variant)}, and the test stops. It
        can be undone.
      </p>
      {test.target ? (
        <>
          <Tick isOn={withStep} onChange={setWithStep}>
            Make it the page of the step <strong>{test.target.step}</strong> of the funnel{' '}
            <strong>{test.target.funnel}</strong> and publish it
          </Tick>
          {withStep ? (
            <Tick isOn={withMatcher} onChange={setWithMatcher}>
              Where the step matches the address of its page, match the new one instead
            </Tick>
          ) : null}
        </>
      ) : null}
      {hasOffers ? (
        <Tick isOn={withOffer} onChange={setWithOffer}>
          Lead the links of the offer <strong>{control?.offer_name ?? 'of the control'}</strong> to{' '}
          <strong>{winner?.offer_name ?? 'the offer of the variant'}</strong>
        </Tick>
      ) : null}
    </ChangeForm>
  );
}

type TickProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode };

function Tick({ isOn, onChange, children }: TickProps) {
  return (
    <label className="test-tick">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
