import { useSelector } from '@xstate/react';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { useSearch } from 'wouter';
import type { DraftEditorActor, FunnelEditorActor } from '#machines/funnels/funnel-editor.ts';
import { withoutStep, withStep } from '#model/funnel-definition.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { Section } from '../../kit/Section.tsx';
import { StepFields } from '../steps/StepFields.tsx';
import { useFaults } from './fields.ts';

/** One step of the draft, or a message that there is no such step. */
export function StepForm({
  actor,
  editor,
}: {
  actor: FunnelEditorActor;
  editor: DraftEditorActor;
}) {
  const search = useSearch();
  const slug = useSelector(actor, ({ context }) => context.place?.childSlug);
  const { draft, entity: funnel } = useSelector(editor, ({ context }) => context);
  const busy = useSelector(editor, (snapshot) => snapshot.hasTag('busy'));
  const catalog = useSelector(actor, ({ children }) => children.catalog);
  const events = useSelector(catalog, (snapshot) => snapshot?.context.answer?.data ?? null);
  const faults = useFaults(editor);
  if (!draft || !funnel) return null;
  const index = draft.steps.findIndex((step) => step.slug === slug);
  const step = draft.steps[index];
  const back = linkWith(funnelPaths.editor(funnel.slug), search);
  if (!step) {
    return (
      <section className="panel">
        <div className="blank" role="alert">
          <h2 className="blank-title">This funnel has no step “{slug}”</h2>
          <p>It was removed, or the address is wrong.</p>
          <AppLink to={back} className="button">
            All steps
          </AppLink>
        </div>
      </section>
    );
  }
  const remove = () => {
    const { steps, exclusions } = withoutStep(draft, index);
    editor.send({ type: 'draft.change', change: { steps, exclusions } });
    actor.send({ type: 'step.show', slug: null });
  };
  return (
    <div className="editor-form">
      <AppLink to={back} className="story-back">
        <ArrowLeft size={16} aria-hidden="true" />
        All steps
      </AppLink>
      <Section
        name={`Step ${index + 1}: ${step.name || 'without a name'}`}
        tools={
          <Button size="small" disabled={busy} onClick={remove}>
            <Trash2 size={14} aria-hidden="true" />
            Remove step
          </Button>
        }
      >
        <fieldset className="editor-fields" disabled={busy}>
          <legend className="only-read">Step</legend>
          <StepFields
            key={step.slug}
            step={step}
            path={`steps.${index}`}
            faults={faults}
            catalog={events ?? []}
            isFirst={index === 0}
            onChange={(change) =>
              editor.send({
                type: 'draft.change',
                change: { steps: withStep(draft, index, change).steps },
                step: `${step.slug} ${Object.keys(change).join()}`,
              })
            }
          />
        </fieldset>
      </Section>
    </div>
  );
}
