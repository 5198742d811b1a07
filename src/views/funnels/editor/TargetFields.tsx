import { useState } from 'react';
import type { FunnelTargets } from '#contract/funnels/schemas.ts';
import { type FieldFaults, faultsAt } from '#model/funnel-definition.ts';
import type { FunnelDraft } from '#model/funnel-draft.ts';
import { ControlField } from '../../kit/ControlField.tsx';
import { Section } from '../../kit/Section.tsx';
import { percentText } from '../common/percent-text.ts';

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
  const [rate, setRate] = useState(percentText(targets.overall_rate));
  const [known, setKnown] = useState(targets.overall_rate);
  if (targets.overall_rate !== known) {
    setKnown(targets.overall_rate);
    if (shareIn(rate) !== targets.overall_rate) setRate(percentText(targets.overall_rate));
  }
  return (
    <Section name="Targets">
      <div className="editor-fields">
        <ControlField label="Overall rate, %" faults={faultsAt(faults, 'targets.overall_rate')}>
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="decimal"
              autoComplete="off"
              value={rate}
              onChange={({ target }) => {
                setRate(target.value);
                onChange(
                  { targets: { ...targets, overall_rate: shareIn(target.value) } },
                  'overall_rate',
                );
              }}
            />
          )}
        </ControlField>
        <ControlField
          label="Most that a conversion may cost"
          hint="In the currency of the project."
          faults={faultsAt(faults, 'targets.cpa')}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="decimal"
              autoComplete="off"
              value={targets.cpa ?? ''}
              onChange={({ target }) =>
                onChange(
                  { targets: { ...targets, cpa: target.value === '' ? null : target.value } },
                  'cpa',
                )
              }
            />
          )}
        </ControlField>
      </div>
    </Section>
  );
}

/** Text that is no number becomes a share that no rate can be, so that the field says so. */
function shareIn(text: string): number | null {
  if (text.trim() === '') return null;
  const share = Number(text.replace(',', '.')) / 100;
  return Number.isFinite(share) ? share : -1;
}
