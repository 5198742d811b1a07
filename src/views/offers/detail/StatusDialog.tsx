import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import type { OfferStatusPreview } from '#contract/offers/offer.ts';
import type { OfferStatusActor } from '#machines/offers/offer-status.ts';
import type { SettableStatus } from '#model/offer-detail.ts';
import { Button } from '../../kit/Button.tsx';
import { ErrorNotice } from '../../kit/ErrorNotice.tsx';
import { FactList } from '../../kit/FactList.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { count, none } from '../../kit/format.ts';

const titles: Record<SettableStatus, (name: string) => string> = {
  active: (name) => `Activate “${name}”?`,
  paused: (name) => `Pause “${name}”?`,
  archived: (name) => `Archive “${name}”?`,
  pending: (name) => `Restore “${name}”?`,
};
const actions: Record<SettableStatus, string> = {
  active: 'Activate',
  paused: 'Pause; earlier clicks are still paid',
  archived: 'Archive; earlier clicks are still paid',
  pending: 'Restore',
};
const leads: Record<SettableStatus, string> = {
  active: 'It takes clicks at once.',
  paused: 'Its clicks go elsewhere. Conversions of earlier clicks are still paid.',
  archived:
    'Its clicks go elsewhere and it leaves the list. Conversions of earlier clicks are still paid.',
  pending: 'It comes back to the list and takes no clicks until it is activated.',
};

/** Says what a change of the status affects, and asks for it. */
export function StatusDialog({ actor }: { actor: OfferStatusActor }) {
  const isOpen = useSelector(
    actor,
    (snapshot) =>
      snapshot.context.request !== null &&
      (snapshot.hasTag('asking') || snapshot.matches('applying')),
  );
  const request = useSelector(actor, ({ context }) => context.request);
  if (!isOpen || !request) return null;
  const cancel = () => actor.send({ type: 'status.cancel' });
  return (
    <FormDialog title={titles[request.to](request.offer.name)} onClose={cancel}>
      <Question key={request.to} actor={actor} to={request.to} onCancel={cancel} />
    </FormDialog>
  );
}

function Question({
  actor,
  to,
  onCancel,
}: {
  actor: OfferStatusActor;
  to: SettableStatus;
  onCancel: () => void;
}) {
  const { preview, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isUnread = useSelector(actor, (snapshot) => snapshot.matches('unread'));
  const isRefused = useSelector(actor, (snapshot) => snapshot.matches('refused'));
  const [reason, setReason] = useState('');
  const [withoutTest, setWithoutTest] = useState(false);
  const field = useId();
  const needsTest = to === 'active' && (preview?.missing ?? []).some(isAboutTest);
  const missing = to === 'active' ? missingOf(preview, needsTest && withoutTest) : [];
  const may = preview !== null && !busy && missing.length === 0;
  return (
    <form
      className="note-fields"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (may) actor.send({ type: 'status.confirm', reason: reason.trim(), withoutTest });
      }}
    >
      <p>{leads[to]}</p>
      {isUnread && problem ? (
        <ErrorNotice
          problem={problem}
          action="Retry"
          onAction={() => actor.send({ type: 'retry' })}
        />
      ) : null}
      {preview ? <Affected preview={preview} to={to} /> : null}
      {!preview && busy ? <p role="status">Reading what this affects</p> : null}
      {missing.length > 0 ? (
        <div className="offer-missing">
          <p>What is missing:</p>
          <ul>
            {missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {needsTest ? (
        <label className="offer-tick">
          <input
            type="checkbox"
            checked={withoutTest}
            onChange={({ currentTarget }) => setWithoutTest(currentTarget.checked)}
          />
          Activate without a test
        </label>
      ) : null}
      <div className="field">
        <label className="field-label" htmlFor={field}>
          Reason (optional)
        </label>
        <input
          id={field}
          className="input"
          value={reason}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <span className="field-note">It is kept in the log.</span>
      </div>
      <FormError message={isRefused ? problem?.message : undefined} />
      <div className="note-acts">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={!may}>
          {actions[to]}
        </Button>
      </div>
    </form>
  );
}

const isAboutTest = (sentence: string): boolean => /\btest\b/i.test(sentence);

/** The tick replaces the test that is missing. */
const missingOf = (preview: OfferStatusPreview | null, isTestWaived: boolean): string[] =>
  (preview?.missing ?? []).filter((sentence) => !(isTestWaived && isAboutTest(sentence)));

function Affected({ preview, to }: { preview: OfferStatusPreview; to: SettableStatus }) {
  const { clicks_last_hour, leads_to, used_by } = preview;
  const stops = to === 'paused' || to === 'archived';
  return (
    <>
      <FactList
        className="offer-facts"
        facts={[
          ['Clicks in the last hour', count(clicks_last_hour)],
          ...(stops ? ([['Its clicks then go to', leads_to ?? none]] as const) : []),
        ]}
      />
      {stops && used_by.length > 0 ? (
        <div className="offer-missing">
          <p>Used by:</p>
          <ul>
            {used_by.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>
                {kind === 'funnel'
                  ? `the funnel “${name}”`
                  : `the offer “${name}”, which falls back to it`}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}
