import { useSelector } from '@xstate/react';
import { countings } from '#contract/funnels/definition.ts';
import type { DraftEditorActor, FunnelEditorActor } from '#machines/funnels/funnel-editor.ts';
import { faultsAt } from '#model/funnel-definition.ts';
import type { FunnelDraft } from '#model/funnel-draft.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { Section } from '../../kit/Section.tsx';
import { ExclusionFields } from '../steps/ExclusionFields.tsx';
import { countingWords } from '../steps/step-words.ts';
import { WindowField } from '../steps/WindowField.tsx';
import { useFaults } from './fields.ts';
import { StepList } from './StepList.tsx';
import { TargetFields } from './TargetFields.tsx';

/** The funnel itself: its steps, what it counts, its exclusions and its targets. */
export function FunnelForm({
  actor,
  editor,
}: {
  actor: FunnelEditorActor;
  editor: DraftEditorActor;
}) {
  const draft = useSelector(editor, ({ context }) => context.draft);
  const busy = useSelector(editor, (snapshot) => snapshot.hasTag('busy'));
  const catalog = useSelector(actor, ({ children }) => children.catalog);
  const events = useSelector(catalog, (snapshot) => snapshot?.context.answer?.data ?? null);
  const faults = useFaults(editor);
  if (!draft) return null;
  const change = (change: Partial<FunnelDraft>, step?: string) =>
    editor.send({ type: 'draft.change', change, ...(step ? { step } : {}) });
  return (
    <fieldset className="editor-form" disabled={busy}>
      <legend className="only-read">Funnel</legend>
      <StepList editor={editor} draft={draft} faults={faults} />
      <Section name="What it counts">
        <div className="editor-fields">
          <Field label="Name" faults={faultsAt(faults, 'name')}>
            <FieldInput
              autoComplete="off"
              value={draft.name}
              onValueChange={(typed) => change({ name: typed }, 'name')}
            />
          </Field>
          <Field label="Description" faults={faultsAt(faults, 'description')}>
            <FieldInput
              autoComplete="off"
              value={draft.description}
              onValueChange={(typed) => change({ description: typed }, 'description')}
            />
          </Field>
          <Field
            label="Count by"
            note={countingWords[draft.count_by].about}
            faults={faultsAt(faults, 'count_by')}
          >
            <FieldSelect
              value={draft.count_by}
              onValueChange={(chosen) => {
                const counting = countings.find((one) => one === chosen);
                if (counting) change({ count_by: counting });
              }}
            >
              {countings.map((counting) => (
                <option key={counting} value={counting}>
                  {countingWords[counting].name}
                </option>
              ))}
            </FieldSelect>
          </Field>
          <WindowField
            label="Longest time from the first step to the last"
            minutes={draft.window_minutes}
            faults={faultsAt(faults, 'window_minutes')}
            onChange={(minutes) => change({ window_minutes: minutes ?? 0 }, 'window')}
          />
        </div>
      </Section>
      <Section name="Exclusions" lead="An attempt with such an event between two steps is void.">
        <div className="editor-fields">
          <ExclusionFields
            exclusions={draft.exclusions}
            steps={draft.steps}
            faults={faults}
            catalog={events ?? []}
            onChange={(exclusions) => change({ exclusions })}
          />
        </div>
      </Section>
      <TargetFields targets={draft.targets} faults={faults} onChange={change} />
    </fieldset>
  );
}
