import { useSelector } from '@xstate/react';
import { Flag, Trash2 } from 'lucide-react';
import type { FunnelNotesActor } from '#machines/funnels/funnel-overview.ts';
import type { FunnelNote } from '#model/funnel-overview.ts';
import { Button } from '../../kit/Button.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { moment } from '../../kit/format.ts';
import { Section } from '../../kit/Section.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { NoteDialog } from './NoteDialog.tsx';

/** What happened to the funnel: marks of the product itself and notes of people. */
export function NotesPanel({
  actor,
  zone,
  mayWrite,
  asOf,
}: {
  actor: FunnelNotesActor;
  zone: string;
  mayWrite: boolean;
  /** The time with which a new note starts. */
  asOf: string;
}) {
  const { rows, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const ready = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  return (
    <Section
      name="Notes"
      busy={busy}
      refreshing={rereading}
      tools={
        mayWrite && showing ? (
          <Button
            size="small"
            aria-disabled={!ready}
            onClick={() => actor.send({ type: 'entry.add', draft: { at: asOf, text: '' } })}
          >
            <Flag size={14} aria-hidden="true" />
            Add note
          </Button>
        ) : null
      }
    >
      <CollectionNotice actor={actor} nameOf={({ text }) => text} retryLabel="Retry notes" />
      {showing && rows.length === 0 ? <p className="flow-note">No note yet.</p> : null}
      {showing && rows.length > 0 ? (
        <ul className="flow-notes" aria-label="Notes">
          {rows.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              zone={zone}
              onRemove={
                mayWrite && !note.auto
                  ? () => actor.send({ type: 'entry.remove', entry: note })
                  : null
              }
              isReady={ready}
            />
          ))}
        </ul>
      ) : null}
      {!showing && problem ? (
        <Failed problem={problem} name="notes" onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
      {!showing && !problem ? <TableSkeleton rows={2} columns={2} /> : null}
      {writing ? <NoteDialog actor={actor} zone={zone} /> : null}
    </Section>
  );
}

function NoteItem({
  note: { text, at, auto },
  zone,
  onRemove,
  isReady,
}: {
  note: FunnelNote;
  zone: string;
  onRemove: (() => void) | null;
  isReady: boolean;
}) {
  return (
    <li className="note">
      <div className="note-words">
        <p>{text}</p>
        <p className="note-by">
          {moment(at, zone)}
          {auto ? ' · automatic' : ''}
        </p>
      </div>
      {onRemove ? (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove “${text}”`}
          aria-disabled={!isReady}
          onClick={onRemove}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  );
}
