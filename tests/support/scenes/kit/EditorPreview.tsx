import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { PreviewActor } from '#machines/kit/preview.ts';
import { ErrorNotice } from '#views/kit/ErrorNotice.tsx';

/** What the draft of an editor would mean, as far as it has been read. */
export function EditorPreview<Scope, Draft, Preview>({
  actor,
  name,
  unreadable,
  children,
}: {
  actor: PreviewActor<Scope, Draft, Preview>;
  name: string;
  /** Says what the draft needs before it has a preview. */
  unreadable: string;
  children: (preview: Preview) => ReactNode;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isUnreadable = useSelector(actor, (snapshot) => snapshot.matches('unreadable'));
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const { preview, problem } = useSelector(actor, ({ context }) => context);
  return (
    <section className="editor-preview" aria-label={name} aria-busy={busy}>
      {isUnreadable ? <p>{unreadable}</p> : null}
      {failed && problem ? (
        <ErrorNotice
          problem={problem}
          words=" You can save all the same."
          action="Retry the preview"
          onAction={() => actor.send({ type: 'retry' })}
        />
      ) : null}
      {preview === null ? null : (
        <div data-old={busy || failed || undefined}>{children(preview)}</div>
      )}
    </section>
  );
}
