import { Popover } from '@base-ui/react/popover';
import { useSelector } from '@xstate/react';
import { Pencil, Trash2 } from 'lucide-react';
import type { Annotation } from '#contract/annotations/schemas.ts';
import type { AnnotationsActor } from '#machines/dashboard/annotations.ts';
import { momentText } from './marks.ts';

/** A note or mark with its actions. */
export function NoteItem({
  annotation,
  actor,
  zone,
  onRemove,
}: {
  annotation: Annotation;
  actor: AnnotationsActor;
  zone: string;
  onRemove: () => void;
}) {
  const ready = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const { text, at, author, type } = annotation;
  return (
    <li className="note">
      <div className="note-words">
        <p>{text}</p>
        <p className="note-by">
          {momentText(at, zone)}
          {type === 'auto' ? ' · automatic' : author ? ` · ${author}` : ''}
        </p>
      </div>
      {annotation.can_change ? (
        <>
          <Popover.Close
            className="icon-button"
            aria-label={`Change “${text}”`}
            disabled={!ready}
            onClick={() =>
              actor.send({ type: 'entry.edit', entry: annotation, draft: { at, text } })
            }
          >
            <Pencil size={14} aria-hidden="true" />
          </Popover.Close>
          <Popover.Close
            className="icon-button"
            aria-label={`Remove “${text}”`}
            disabled={!ready}
            onClick={() => {
              onRemove();
              actor.send({ type: 'entry.remove', entry: annotation });
            }}
          >
            <Trash2 size={14} aria-hidden="true" />
          </Popover.Close>
        </>
      ) : null}
    </li>
  );
}
