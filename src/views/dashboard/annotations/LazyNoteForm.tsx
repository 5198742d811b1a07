import { useSelector } from '@xstate/react';
import { Suspense, useState } from 'react';
import type { AnnotationsActor, NoteDraft } from '#machines/dashboard/annotations.ts';
import { lazyPart, type PartUnavailable } from '../../kit/lazy.tsx';
import { UnavailableOverlay } from '../../kit/Unavailable.tsx';

const NoForm: PartUnavailable<{
  actor: AnnotationsActor;
  draft: NoteDraft;
  open: boolean;
}> = ({ props: { actor, open }, onRetry }) => (
  <UnavailableOverlay
    isOpen={open}
    onRetry={onRetry}
    onClose={() => actor.send({ type: 'form.cancel' })}
  />
);

const NoteForm = lazyPart(async () => (await import('./NoteForm.tsx')).NoteForm, NoForm);

/** The note form; its code loads when the form opens for the first time. */
export function LazyNoteForm({ actor }: { actor: AnnotationsActor }) {
  const open = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const draft = useSelector(actor, ({ context }) => context.draft);
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  return wanted && draft ? (
    <Suspense fallback={null}>
      <NoteForm actor={actor} draft={draft} open={open} />
    </Suspense>
  ) : null;
}
