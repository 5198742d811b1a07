import { useSelector } from '@xstate/react';
import { fewestVariants, mostVariants } from '#contract/split-tests/definition.ts';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import {
  type DraftVariant,
  evenOut,
  sumOfShares,
  withControl,
  withoutVariant,
  withVariant,
} from '#model/split-test-draft.ts';
import { Button } from '../../kit/Button.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { exactPercent } from '../../kit/format.ts';
import { WizardForm } from '../../kit/WizardForm.tsx';
import { ChoicesNotice } from './ChoicesNotice.tsx';
import { useStepFields } from './step-fields.ts';
import { VariantFields } from './VariantFields.tsx';

/** What is compared, and which share of the traffic each gets. */
export function VariantsStep({ actor }: { actor: SplitTestWizardActor }) {
  const { draft, faultsAt, change } = useStepFields(actor, 'variants');
  const problem = useSelector(actor, ({ context }) => context.problem);
  const { kind, variants } = draft;
  const set = (changed: DraftVariant[]) => change({ variants: changed });
  const whole = faultsAt('variants');
  const sum = sumOfShares(variants);
  return (
    <WizardForm
      name="Variants"
      action="Next: goal"
      onGo={() => actor.send({ type: 'next' })}
      onBack={() => actor.send({ type: 'back' })}
    >
      <FormError message={whole.length > 0 ? whole.join(' ') : problem?.message} />
      {kind === 'offer' ? <ChoicesNotice actor={actor} /> : null}
      <ol className="variant-list">
        {variants.map((variant, at) => (
          <li key={variant.key} className="variant">
            <VariantFields
              actor={actor}
              kind={kind}
              variant={variant}
              faultsAt={(field) => faultsAt(`variants.${at}.${field}`)}
              onChange={(changed) => set(variants.with(at, changed))}
              onControl={() => set(withControl(variants, at))}
              onRemove={
                variants.length > fewestVariants ? () => set(withoutVariant(variants, at)) : null
              }
            />
          </li>
        ))}
      </ol>
      <div className="variant-acts">
        <Button
          disabled={variants.length >= mostVariants}
          onClick={() => set(withVariant(variants))}
        >
          Add a variant
        </Button>
        <Button onClick={() => set(evenOut(variants))}>Even out the shares</Button>
        <span className="quiet" role="status">
          {sum === null ? 'Enter each share.' : `Together ${exactPercent(sum / 100)}.`}
        </span>
      </div>
    </WizardForm>
  );
}
