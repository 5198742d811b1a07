import { useSelector } from '@xstate/react';
import { ImageUp } from 'lucide-react';
import { useId } from 'react';
import { mapState } from 'xstate';
import { imageTypes } from '#contract/images/schemas.ts';
import type { LogoActor, LogoSnapshot } from '#machines/settings/logo.ts';
import { Button } from '../kit/Button.tsx';
import { percent } from '../kit/format.ts';
import { Section } from '../kit/Section.tsx';

type State =
  | 'loading'
  | 'choosing'
  | 'removing'
  | 'checking'
  | 'invalidFile'
  | 'chosen'
  | 'uploading'
  | 'saved'
  | 'failed';

/** An image on both page colours, with the actions to replace it. */
export function ImageForm({
  actor,
  name,
  lead,
  alt,
}: {
  actor: LogoActor;
  name: string;
  lead: string;
  /** The alternative text. */
  alt: string;
}) {
  const state = useSelector(actor, stateOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { image, checked, share, problem } = useSelector(actor, ({ context }) => context);
  const shown = checked?.preview ?? image;
  return (
    <Section name={name} lead={lead} busy={busy}>
      <div className="settings-form">
        <div className="settings-pictures">
          {(['light', 'dark'] as const).map((scheme) => (
            <div key={scheme} className="settings-picture" data-scheme={scheme}>
              {shown ? <img src={shown} alt={`${alt} on ${scheme}`} /> : <span>None yet</span>}
            </div>
          ))}
        </div>
        {state === 'uploading' ? (
          <div className="settings-progress">
            <progress aria-label="Upload" value={share} max={1} />
            <span data-figures>{percent(share)}</span>
          </div>
        ) : null}
        {state === 'saved' ? (
          <p className="settings-said" role="status">
            Saved. It is in use now.
          </p>
        ) : null}
        {problem ? (
          <p className="field-error" role="alert">
            {problem.message}
          </p>
        ) : null}
        <Acts actor={actor} state={state} name={name} hasImage={image !== null} />
      </div>
    </Section>
  );
}

function Acts({
  actor,
  state,
  name,
  hasImage,
}: {
  actor: LogoActor;
  state: State;
  name: string;
  hasImage: boolean;
}) {
  if (state === 'uploading') {
    return (
      <div className="settings-row">
        <Button onClick={() => actor.send({ type: 'upload.cancel' })}>Cancel upload</Button>
      </div>
    );
  }
  const isChosen = state === 'chosen' || state === 'failed';
  const isOpen = state === 'choosing' || state === 'invalidFile' || state === 'saved' || isChosen;
  return (
    <div className="settings-row">
      <ChooseFile
        label={`Choose ${name.toLowerCase()}`}
        disabled={!isOpen}
        onChoose={(file) => actor.send({ type: 'file.choose', file })}
      />
      {isChosen ? (
        <>
          <Button look="primary" onClick={() => actor.send({ type: 'upload.start' })}>
            {state === 'failed' ? 'Try again' : 'Upload'}
          </Button>
          <Button look="quiet" onClick={() => actor.send({ type: 'file.discard' })}>
            Discard
          </Button>
        </>
      ) : null}
      {hasImage && (state === 'choosing' || state === 'saved') ? (
        <Button look="quiet" onClick={() => actor.send({ type: 'image.remove' })}>
          Remove
        </Button>
      ) : null}
    </div>
  );
}

function ChooseFile({
  label,
  disabled,
  onChoose,
}: {
  label: string;
  disabled: boolean;
  onChoose: (file: File) => void;
}) {
  const id = useId();
  return (
    <label className="button settings-file" htmlFor={id} data-disabled={disabled || undefined}>
      <ImageUp size={16} aria-hidden="true" />
      {label}
      <input
        id={id}
        type="file"
        accept={imageTypes.join(',')}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

const stateOf = (snapshot: LogoSnapshot): State =>
  mapState<LogoSnapshot, State>(snapshot, {
    states: {
      loading: { map: () => 'loading' },
      choosing: { map: () => 'choosing' },
      removing: { map: () => 'removing' },
      checking: { map: () => 'checking' },
      invalidFile: { map: () => 'invalidFile' },
      chosen: { map: () => 'chosen' },
      uploading: { map: () => 'uploading' },
      saved: { map: () => 'saved' },
      failed: { map: () => 'failed' },
    },
  })[0]?.result ?? 'loading';
