import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import { type StepKind, stepKinds } from '#contract/funnels/definition.ts';
import type { DraftEditorActor, FunnelEditorActor } from '#machines/funnels/funnel-editor.ts';
import { newStep, nextEventFor, stepSlugOf } from '#model/funnel-definition.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { Section } from '../../kit/Section.tsx';
import { kindWords } from '../steps/step-words.ts';

/** What a new step is; the choice adds it to the draft and opens it. */
export function StepChooser({
  actor,
  editor,
}: {
  actor: FunnelEditorActor;
  editor: DraftEditorActor;
}) {
  const search = useSearch();
  const draft = useSelector(editor, ({ context }) => context.draft);
  const funnel = useSelector(editor, ({ context }) => context.entity);
  const busy = useSelector(editor, (snapshot) => snapshot.hasTag('busy'));
  const catalog = useSelector(actor, ({ children }) => children.catalog);
  const events = useSelector(catalog, (snapshot) => snapshot?.context.answer?.data ?? null);
  if (!draft || !funnel) return null;
  const add = (kind: StepKind) => {
    const name = kindWords[kind];
    const step = {
      ...newStep(nextEventFor(events ?? [], draft.steps), draft.steps),
      kind,
      name,
      slug: stepSlugOf(name, draft.steps),
    };
    editor.send({ type: 'draft.change', change: { steps: [...draft.steps, step] } });
    actor.send({ type: 'step.show', slug: step.slug });
  };
  return (
    <Section name="Add a step" lead="What is it? The events that it counts come next.">
      <fieldset className="editor-kinds" disabled={busy}>
        <legend className="only-read">Kind of the step</legend>
        {stepKinds.map((kind) => (
          <button key={kind} type="button" className="button" onClick={() => add(kind)}>
            {kindWords[kind]}
          </button>
        ))}
      </fieldset>
      <p className="editor-back">
        <AppLink to={linkWith(funnelPaths.editor(funnel.slug), search)} className="link">
          Back to all steps
        </AppLink>
      </p>
    </Section>
  );
}
