import { useSelector } from '@xstate/react';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { FormError } from '../../kit/FormError.tsx';
import { WizardForm } from '../../kit/WizardForm.tsx';
import { NumberField } from '../common/NumberField.tsx';
import { PowerPanel } from './PowerPanel.tsx';
import { useStepFields } from './step-fields.ts';

/** The size of the change that is worth finding, and how long finding it takes. */
export function TrafficStep({ actor }: { actor: SplitTestWizardActor }) {
  const fields = useStepFields(actor, 'traffic');
  const { draft, faultsAt, change } = fields;
  const problem = useSelector(actor, ({ context }) => context.problem);
  const power = useSelector(actor, ({ children }) => children.power);
  return (
    <WizardForm
      name="Traffic"
      action="Next: checks"
      onGo={() => actor.send({ type: 'next' })}
      onBack={() => actor.send({ type: 'back' })}
    >
      <FormError message={problem?.message} />
      <div className="wizard-pair traffic-pair">
        <div className="traffic-fields">
          <NumberField
            label="Smallest change worth finding"
            unit="%"
            note="Relative to the control: 10 % of a rate of 5 % is 5.5 %."
            value={draft.mde}
            faults={faultsAt('mde_rel')}
            onChange={(mde) => change({ mde })}
          />
          <NumberField
            label="Traffic that takes part"
            unit="%"
            note="The rest sees the control and is not counted."
            value={draft.traffic}
            faults={faultsAt('traffic_pct')}
            onChange={(traffic) => change({ traffic })}
          />
          <NumberField
            label="Longest runtime"
            unit="days"
            value={draft.maxDays}
            faults={faultsAt('max_runtime_days')}
            onChange={(maxDays) => change({ maxDays })}
          />
          <details open={hasInner(fields) || undefined}>
            <summary className="opening-line">When it may be decided</summary>
            <div className="traffic-fields traffic-more">
              <NumberField
                label="Shortest runtime"
                unit="days"
                value={draft.minDays}
                faults={faultsAt('min_runtime_days')}
                onChange={(minDays) => change({ minDays })}
              />
              <NumberField
                label="Fewest conversions of a variant"
                unit="conversions"
                value={draft.minConversions}
                faults={faultsAt('min_conversions')}
                onChange={(minConversions) => change({ minConversions })}
              />
              <NumberField
                label="Chance of a false winner"
                unit="%"
                note="5 % is usual. Less takes longer."
                value={draft.alpha}
                faults={faultsAt('alpha')}
                onChange={(alpha) => change({ alpha })}
              />
            </div>
          </details>
        </div>
        {power ? <PowerPanel power={power} fields={fields} /> : null}
      </div>
    </WizardForm>
  );
}

/** Whether a fault is among the fields that are closed at first. */
const hasInner = ({ faultsAt }: ReturnType<typeof useStepFields>): boolean =>
  ['min_runtime_days', 'min_conversions', 'alpha'].some((field) => faultsAt(field).length > 0);
