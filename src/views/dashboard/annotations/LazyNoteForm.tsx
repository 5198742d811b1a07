import { useSelector } from '@xstate/react';
import { Suspense, useState } from 'react';
import type { AnnotationsActor } from '#machines/dashboard/annotations.ts';
import { type Absence, soon } from '../../kit/lazy.tsx';
import { AbsentOver } from '../../kit/Unavailable.tsx';

const NoForm: Absence<{ actor: AnnotationsActor; open: boolean }> = ({
  props: { actor, open },
  onRetry,
}) => (
  <AbsentOver isOpen={open} onRetry={onRetry} onClose={() => actor.send({ type: 'note.cancel' })} />
);

const NoteForm = soon(async () => (await import('./NoteForm.tsx')).NoteForm, NoForm);

/** The form of a note, fetched when somebody writes one. */
export function NoteFormSoon({ actor }: { actor: AnnotationsActor }) {
  const open = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <NoteForm actor={actor} open={open} />
    </Suspense>
  ) : null;
}
