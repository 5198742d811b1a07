import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useSearch } from 'wouter';
import { mostSteps } from '#contract/funnels/definition.ts';
import type { DraftEditorActor } from '#machines/funnels/funnel-editor.ts';
import {
  type FieldFaults,
  faultsAt,
  faultsWithin,
  withMovedStep,
  withoutStep,
} from '#model/funnel-definition.ts';
import type { FunnelDraft } from '#model/funnel-draft.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { Section } from '../../kit/Section.tsx';
import { matcherWords } from '../common/matcher-words.ts';
import { stepNote } from '../steps/step-words.ts';

/** The steps in their order. Each opens on a page of its own. */
export function StepList({
  editor,
  draft,
  faults,
}: {
  editor: DraftEditorActor;
  draft: FunnelDraft;
  faults: FieldFaults;
}) {
  const search = useSearch();
  const slug = useSelector(editor, ({ context }) => context.entity?.slug ?? '');
  const change = (change: Partial<FunnelDraft>) => editor.send({ type: 'draft.change', change });
  const last = draft.steps.length - 1;
  const move = (index: number, by: -1 | 1) =>
    change({ steps: withMovedStep(draft, index, by).steps });
  return (
    <Section
      name="Steps"
      tools={
        draft.steps.length < mostSteps ? (
          <AppLink to={linkWith(funnelPaths.step(slug, 'new'), search)} className="button">
            <Plus size={16} aria-hidden="true" />
            Add step
          </AppLink>
        ) : null
      }
    >
      {faultsAt(faults, 'steps').map((fault) => (
        <p key={fault} className="field-error editor-fault">
          {fault}
        </p>
      ))}
      <ol className="editor-steps" aria-label="Steps">
        {draft.steps.map((step, index) => (
          <li key={step.slug} className="editor-step" aria-label={step.name}>
            <div className="editor-step-what">
              <AppLink to={linkWith(funnelPaths.step(slug, step.slug), search)} className="link">
                {step.name || 'Without a name'}
              </AppLink>
              <span className="quiet">{stepNote(step)}</span>
              <span className="flow-step-matcher">{matcherWords(step.matcher)}</span>
              {faultsWithin(faults, `steps.${index}`).length > 0 ? (
                <span className="field-error">
                  {faultsWithin(faults, `steps.${index}`).join(' ')}
                </span>
              ) : null}
            </div>
            <div className="editor-step-acts">
              <button
                type="button"
                className="icon-button"
                aria-label={`Move ${step.name} up`}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUp size={16} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Move ${step.name} down`}
                disabled={index === last}
                onClick={() => move(index, 1)}
              >
                <ArrowDown size={16} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${step.name}`}
                onClick={() => change(partsOf(withoutStep(draft, index)))}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const partsOf = ({ steps, exclusions }: Pick<FunnelDraft, 'steps' | 'exclusions'>) => ({
  steps,
  exclusions,
});
