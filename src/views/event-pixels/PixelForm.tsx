import { useSelector } from '@xstate/react';
import type { SubmitEvent } from 'react';
import {
  onlyConversionsReported,
  type PixelType,
  pixelStatuses,
  pixelTypes,
} from '#contract/event-pixels/schemas.ts';
import type { PixelEditorActor } from '#machines/event-pixels/pixel-editor.ts';
import {
  canWrite,
  eventsFor,
  faultsOf,
  hasTemplate,
  type PixelDraft,
  reviewOf,
  waitsForApproval,
} from '#machines/event-pixels/pixel-model.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { FieldInput } from '../kit/FieldInput.tsx';
import { FieldSelect } from '../kit/FieldSelect.tsx';
import { CodeReview } from './CodeReview.tsx';
import { ConfigFields } from './ConfigFields.tsx';
import { DedupChoice } from './DedupChoice.tsx';
import { UrlField } from './UrlField.tsx';
import { fireWords, statusWords, typeWords } from './words.ts';

/** The pixel form; every change goes to the machine as it is typed. */
export function PixelForm({ actor, draft }: { actor: PixelEditorActor; draft: PixelDraft }) {
  const { place, pixel, events, touched, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { editing: 'refused' } }),
  );
  const isWriter = canWrite(place, draft.type);
  const faults = faultsOf(draft);
  const review = reviewOf(draft, pixel, place);
  const serverFaults = refused ? (problem?.fields ?? {}) : {};
  const change = (change: Partial<PixelDraft>) => actor.send({ type: 'draft.change', change });
  const field = (name: string) => ({
    name,
    faults: [
      ...new Set([
        ...(touched.includes(name) ? (faults[name] ?? []) : []),
        ...(serverFaults[name] ?? []),
      ]),
    ],
    onLeave: () => actor.send({ type: 'field.leave', field: name }),
  });

  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    actor.send({ type: 'draft.save' });
    const [first] = Object.keys(faults);
    if (first === undefined) return;
    const wrong = event.currentTarget.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`);
    wrong?.focus();
  };

  return (
    <form className="event-pixel-form" aria-label="Event pixel" noValidate onSubmit={save}>
      <fieldset className="pixel-fields" disabled={busy || !isWriter}>
        <legend className="only-read">Settings of the pixel</legend>
        <div className="pixel-pair">
          <Field label="Name" {...field('name')}>
            <FieldInput
              value={draft.name}
              autoComplete="off"
              onValueChange={(typed) => change({ name: typed })}
            />
          </Field>
          <Field label="Status" {...field('status')}>
            <FieldSelect
              value={draft.status}
              onValueChange={(chosen) => change({ status: chosen as PixelDraft['status'] })}
            >
              {draft.status === 'error' ? <option value="error">{statusWords.error}</option> : null}
              {(['active', 'paused', 'draft'] as const).map((status) => (
                <option key={status} value={status}>
                  {statusWords[status]}
                </option>
              ))}
            </FieldSelect>
          </Field>
          <Field
            label="Affiliate"
            {...(pixel
              ? { note: 'A pixel keeps its affiliate. Duplicate it for another one.' }
              : {})}
            {...field('affiliate')}
          >
            <FieldSelect
              value={draft.affiliate ?? ''}
              disabled={pixel !== null}
              onValueChange={(chosen) => change({ affiliate: Number(chosen) || null })}
            >
              <option value="">Choose</option>
              {place.affiliates.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </FieldSelect>
          </Field>
          <Field
            label="Event"
            {...(events.length > 1 && draft.type !== 'html'
              ? { note: onlyConversionsReported }
              : {})}
            {...field('event')}
          >
            <FieldSelect
              value={draft.event ?? ''}
              onValueChange={(chosen) => change({ event: Number(chosen) || null })}
            >
              <option value="">Choose</option>
              {eventsFor(draft, events).map(({ id, name, event_name }) => (
                <option key={id} value={id}>
                  {name} ({event_name})
                </option>
              ))}
            </FieldSelect>
          </Field>
          <Field label="Type" {...field('type')}>
            <FieldSelect
              value={draft.type}
              disabled={pixel !== null}
              onValueChange={(chosen) => change({ type: chosen as PixelType })}
            >
              {pixelTypes
                .filter((type) => type === draft.type || canWrite(place, type))
                .map((type) => (
                  <option key={type} value={type}>
                    {typeWords[type]}
                  </option>
                ))}
            </FieldSelect>
          </Field>
          {draft.type === 'postback' ? (
            <Field label="Method" {...field('method')}>
              <FieldSelect
                value={draft.method}
                onValueChange={(chosen) => change({ method: chosen as PixelDraft['method'] })}
              >
                <option value="GET">GET</option>
                <option value="POST">POST</option>
              </FieldSelect>
            </Field>
          ) : null}
        </div>
        {hasTemplate(draft.type) ? (
          <UrlField value={draft.url_template} field={field('url_template')} onChange={change} />
        ) : null}
        <ConfigFields actor={actor} draft={draft} field={field} onChange={change} />
        {review ? (
          <CodeReview
            review={review}
            isWaiting={pixel !== null && waitsForApproval(pixel)}
            onTakeBack={() => change({ config: { ...draft.config, code: review.approved } })}
          />
        ) : null}
        <fieldset className="pixel-group">
          <legend className="field-label">Send when a conversion is</legend>
          <div className="pixel-checks">
            {pixelStatuses.map((status) => (
              <label key={status} className="pixel-check">
                <input
                  type="checkbox"
                  name="fire_on"
                  checked={draft.fire_on.includes(status)}
                  onChange={({ target }) =>
                    change({
                      fire_on: target.checked
                        ? [...draft.fire_on, status]
                        : draft.fire_on.filter((one) => one !== status),
                    })
                  }
                />
                {fireWords[status]}
              </label>
            ))}
          </div>
          {(faults.fire_on ?? []).map((fault) => (
            <p key={fault} className="field-error" role="alert">
              {fault}
            </p>
          ))}
        </fieldset>
        <DedupChoice draft={draft} onChange={change} />
      </fieldset>
      <Foot actor={actor} isWriter={isWriter} approves={review?.approves ?? false} />
    </form>
  );
}

const lookAgain = 'Some fields need attention.';

/** The result of the last save, and the form's buttons. */
function Foot({
  actor,
  isWriter,
  approves,
}: {
  actor: PixelEditorActor;
  isWriter: boolean;
  /** Whether saving changes the code that visitors run. */
  approves: boolean;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const saved = useSelector(actor, (snapshot) => snapshot.matches({ open: { editing: 'saved' } }));
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { editing: 'refused' } }),
  );
  const changed = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { editing: 'changed' } }),
  );
  const conflict = useSelector(actor, (snapshot) => snapshot.matches({ open: 'conflict' }));
  const { pixel, problem, draft, touched } = useSelector(actor, ({ context }) => context);
  const faulty = draft ? Object.keys(faultsOf(draft)) : [];
  const wrong = faulty.some((field) => field === 'fire_on' || touched.includes(field));
  if (!isWriter) {
    return <p className="pixel-foot">Your role can read this pixel. Ask an owner to change it.</p>;
  }
  if (conflict) {
    return (
      <div className="pixel-foot" role="alert">
        <p>{problem?.message} Take their version, or save yours over it.</p>
        <div className="pixel-foot-acts">
          <Button onClick={() => actor.send({ type: 'conflict.take' })}>Take theirs</Button>
          <Button onClick={() => actor.send({ type: 'conflict.keep' })}>Save mine</Button>
        </div>
      </div>
    );
  }
  return (
    <div className="pixel-foot">
      <p role={refused ? 'alert' : 'status'} data-bad={refused || wrong || undefined}>
        {busy ? 'Saving' : ''}
        {saved ? 'Saved' : ''}
        {refused ? (problem?.fields ? lookAgain : problem?.message) : ''}
        {changed ? (wrong ? lookAgain : 'Not saved yet') : ''}
      </p>
      <div className="pixel-foot-acts">
        {changed || refused ? (
          <Button look="quiet" onClick={() => actor.send({ type: 'draft.discard' })}>
            Discard changes
          </Button>
        ) : null}
        <Button look="primary" type="submit" disabled={busy}>
          {approves ? 'Save and approve the code' : pixel ? 'Save' : 'Create event pixel'}
        </Button>
      </div>
    </div>
  );
}
