import type { FunnelTargets } from '#contract/funnels/schemas.ts';
import { type FieldFaults, faultsAt } from '#model/funnel-definition.ts';
import type { FunnelDraft } from '#model/funnel-draft.ts';
import { DecimalInput } from '../../kit/DecimalInput.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { Section } from '../../kit/Section.tsx';
import { PercentField } from '../steps/PercentField.tsx';

/** What the funnel should reach; both may be left empty. */
export function TargetFields({
  targets,
  faults,
  onChange,
}: {
  targets: FunnelTargets;
  faults: FieldFaults;
  onChange: (change: Partial<FunnelDraft>, step: string) => void;
}) {
  return (
    <Section name="Targets">
      <div className="editor-fields">
        <PercentField
          label="Overall rate, %"
          share={targets.overall_rate}
          faults={faultsAt(faults, 'targets.overall_rate')}
          onChange={(overall_rate) =>
            onChange({ targets: { ...targets, overall_rate } }, 'overall_rate')
          }
        />
        <Field
          label="Most that a conversion may cost"
          note="In the currency of the project."
          faults={faultsAt(faults, 'targets.cpa')}
        >
          <FieldInput
            autoComplete="off"
            render={
              <DecimalInput
                value={targets.cpa ?? ''}
                onDecimal={(cpa) =>
                  onChange({ targets: { ...targets, cpa: cpa === '' ? null : cpa } }, 'cpa')
                }
              />
            }
          />
        </Field>
      </div>
    </Section>
  );
}
