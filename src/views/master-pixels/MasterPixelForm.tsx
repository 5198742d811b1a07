import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { consentModes } from '#contract/master-pixels/schemas.ts';
import type { MasterPixelsActor, PixelDraft } from '#machines/master-pixels/master-pixels.ts';
import { FormActions } from '../kit/FormActions.tsx';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { consentWords } from './words.ts';

const consentNotes = {
  assumed: 'Events are stored in full unless the visitor declines.',
  required: 'Until the visitor agrees, events are counted anonymously.',
  per_region: 'Asked for where the law requires it, assumed elsewhere.',
};

const schema = async () => (await import('#model/master-pixels.ts')).masterPixelFormSchema;

/** The form of a new or existing pixel. */
export function MasterPixelForm({ actor, draft }: { actor: MasterPixelsActor; draft: PixelDraft }) {
  const { entry: pixel, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const [consent, setConsent] = useState(draft.consent_mode);
  const cancel = () => actor.send({ type: 'form.cancel' });
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && cancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="note-form pixel-form">
          <Dialog.Title className="note-title">
            {pixel ? `Edit ${pixel.name}` : 'Create a pixel'}
          </Dialog.Title>
          <SchemaForm
            name="Pixel"
            schema={schema}
            problems={fieldErrorsOf(problem)}
            onAnswers={(answers) =>
              actor.send({ type: 'entry.save', draft: { ...answers, consent_mode: consent } })
            }
          >
            <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
              <FormField
                name="name"
                label="Name"
                defaultValue={draft.name}
                autoComplete="off"
                autoFocus
              />
              <FormField
                name="event_name"
                label="Event it reports"
                type="code"
                defaultValue={draft.event_name}
                autoComplete="off"
                note="Such as purchase or lead."
              />
              <FormField
                name="domains"
                label="Sites that may use it"
                type="code"
                defaultValue={draft.domains.join(', ')}
                placeholder="shop.example, *.shop.example"
                autoComplete="off"
                note="Comma-separated. Empty allows any site."
              />
              <fieldset className="pixel-consent">
                <legend className="field-label">Consent</legend>
                {consentModes.map((mode) => (
                  <label key={mode}>
                    <input
                      type="radio"
                      name="consent"
                      value={mode}
                      checked={consent === mode}
                      onChange={() => setConsent(mode)}
                    />
                    <span>
                      {consentWords[mode]}
                      <span className="field-note">{consentNotes[mode]}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
            </fieldset>
            <FormActions
              problem={problem}
              fields={['name', 'event_name', 'domains']}
              action={pixel ? 'Save pixel' : 'Create and install'}
              busy={busy}
              onCancel={cancel}
            />
          </SchemaForm>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
