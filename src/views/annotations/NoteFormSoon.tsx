import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { AnnotationsActor } from '#machines/annotations.ts';

const NoteForm = lazy(async () => ({ default: (await import('./NoteForm.tsx')).NoteForm }));

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
