import { useSelector } from '@xstate/react';
import { instantAt, wallTime } from '#contract/period.ts';
import type { FunnelNotesActor } from '#machines/funnels/funnel-overview.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { FormField } from '../../kit/FormField.tsx';
import { SchemaForm } from '../../kit/SchemaForm.tsx';

/** The form of a note: a text, and a time in the time zone of the screen. */
export function NoteDialog({ actor, zone }: { actor: FunnelNotesActor; zone: string }) {
  const { draft, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const cancel = () => actor.send({ type: 'form.cancel' });
  const at = draft?.at ?? '';
  const initial = wallTime(new Date(at), zone).slice(0, 16);
  const { text = [], at: moment = [] } = problem?.fields ?? {};
  return (
    <FormDialog title="Add a note" onClose={cancel}>
      <SchemaForm
        name="Note"
        schema={async () => (await import('#contract/annotations/schemas.ts')).annotationFormSchema}
        problems={problem ? { text, moment } : undefined}
        onAnswers={({ text, moment }) =>
          actor.send({
            type: 'entry.save',
            draft: {
              text,
              at: moment === initial ? at : instantAt(moment, zone).toISOString(),
            },
          })
        }
      >
        <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
          <FormField
            name="text"
            label="What happened"
            defaultValue={draft?.text}
            autoComplete="off"
            autoFocus
          />
          <FormField name="moment" label="When" type="moment" defaultValue={initial} />
          <FormError message={text.length + moment.length === 0 ? problem?.message : undefined} />
          <div className="note-acts">
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
            <Button look="primary" type="submit">
              Add note
            </Button>
          </div>
        </fieldset>
      </SchemaForm>
    </FormDialog>
  );
}
