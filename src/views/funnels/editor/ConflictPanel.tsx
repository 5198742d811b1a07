import { useSelector } from '@xstate/react';
import type { DraftEditorActor } from '#machines/funnels/funnel-editor.ts';
import { funnelDraftOf } from '#model/funnel-draft.ts';
import { Button } from '../../kit/Button.tsx';
import { ConflictTable } from '../common/ConflictTable.tsx';

/** Another member saved meanwhile: what differs, and whose value counts where both changed the same. */
export function ConflictPanel({ editor }: { editor: DraftEditorActor }) {
  const { draft, theirs } = useSelector(editor, ({ context }) => context);
  if (!draft || !theirs) return null;
  return (
    <section className="panel editor-conflict" role="alert" aria-label="Two versions">
      <h2 className="panel-title">Someone else saved this funnel meanwhile</h2>
      <p>
        What only one of you changed is kept. Choose whose value counts where you both changed the
        same.
      </p>
      <ConflictTable theirs={funnelDraftOf(theirs)} mine={draft} />
      <div className="note-acts">
        <Button onClick={() => editor.send({ type: 'conflict.take' })}>Take theirs</Button>
        <Button look="primary" onClick={() => editor.send({ type: 'conflict.keep' })}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}
