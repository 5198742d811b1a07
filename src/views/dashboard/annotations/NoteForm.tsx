import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { longestAnnotation } from '#contract/annotations/schemas.ts';
import { instantAt, wallTime, windowOf } from '#contract/period.ts';
import type { AnnotationsActor, NoteDraft } from '#machines/dashboard/annotations.ts';
import { Button } from '../../kit/Button.tsx';
import { FormField } from '../../kit/FormField.tsx';
import { days } from '../../kit/format.ts';
import { SchemaForm } from '../../kit/SchemaForm.tsx';
import { graphElement } from './graph-element.ts';

/** The note form: a text, and a time in the time zone of the screen. */
export function NoteForm({
  actor,
  draft,
  open,
}: {
  actor: AnnotationsActor;
  draft: NoteDraft;
  open: boolean;
}) {
  const { entry, problem, scope } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isNew = entry === null;
  const { period, timezone } = scope;
  const initial = wallTime(new Date(draft.at), timezone).slice(0, 16);
  /** An unchanged time keeps its instant, because a clock change can make a local time ambiguous. */
  const instantOf = (moment: string): string =>
    moment === initial ? draft.at : instantAt(moment, timezone).toISOString();

  const schema = async () => {
    const { annotationFormSchema } = await import('#contract/annotations/schemas.ts');
    const { from, to } = windowOf(period, timezone);
    return annotationFormSchema.refine(
      ({ moment }) => {
        const at = Date.parse(instantOf(moment));
        return at >= from.getTime() && at < to.getTime();
      },
      {
        path: ['moment'],
        message: `Choose a time within ${days(period.start, period.end)}.`,
      },
    );
  };
  const { text = [], at = [] } = problem?.fields ?? {};

  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal
      onOpenChange={(open) => !open && !busy && actor.send({ type: 'form.cancel' })}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="note-form" finalFocus={() => graphElement(document) ?? true}>
          <Dialog.Title className="note-title">
            {isNew ? 'Add a note' : 'Change the note'}
          </Dialog.Title>
          <Dialog.Description className="note-by">
            Everybody in the project sees it on the graph.
          </Dialog.Description>
          <SchemaForm
            name="Note"
            schema={schema}
            problems={problem ? { text, moment: at } : undefined}
            onAnswers={({ text, moment }) =>
              actor.send({ type: 'entry.save', draft: { text, at: instantOf(moment) } })
            }
          >
            <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
              <FormField
                name="text"
                label="What happened"
                defaultValue={draft.text}
                maxLength={longestAnnotation}
                autoComplete="off"
                autoFocus
              />
              <FormField name="moment" label="When" type="moment" defaultValue={initial} />
              {problem && text.length + at.length === 0 ? (
                <p className="field-error" role="alert">
                  {problem.message}
                </p>
              ) : null}
              <div className="note-acts">
                <Button look="quiet" onClick={() => actor.send({ type: 'form.cancel' })}>
                  Cancel
                </Button>
                <Button look="primary" type="submit">
                  {isNew ? 'Add note' : 'Save note'}
                </Button>
              </div>
            </fieldset>
          </SchemaForm>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
