import { useSelector } from '@xstate/react';
import type { EditorActor, EditorTypes } from '#machines/kit/editor.ts';
import { Button } from '#views/kit/Button.tsx';

/** The result of the last save, and the buttons of an editor. */
export function EditorFoot<Types extends EditorTypes>({
  actor,
  save = 'Save',
}: {
  actor: EditorActor<Types>;
  save?: string;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const saved = useSelector(actor, (snapshot) => snapshot.matches({ ready: { editing: 'saved' } }));
  const dirty = useSelector(actor, (snapshot) => snapshot.matches({ ready: { editing: 'dirty' } }));
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { editing: 'refused' } }),
  );
  const canUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'draft.undo' }));
  const canRedo = useSelector(actor, (snapshot) => snapshot.can({ type: 'draft.redo' }));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const isFaulty = useSelector(actor, ({ context }) => context.faults.length > 0);
  return (
    <div className="editor-foot">
      <p role={refused ? 'alert' : 'status'} data-bad={refused || isFaulty || undefined}>
        {busy ? 'Saving' : ''}
        {saved ? 'Saved' : ''}
        {refused ? problem?.message : ''}
        {dirty ? (isFaulty ? 'Look at the marked fields.' : 'Not saved yet') : ''}
      </p>
      <div className="editor-foot-acts">
        <Button look="quiet" disabled={!canUndo} onClick={() => actor.send({ type: 'draft.undo' })}>
          Undo
        </Button>
        <Button look="quiet" disabled={!canRedo} onClick={() => actor.send({ type: 'draft.redo' })}>
          Redo
        </Button>
        {dirty || refused ? (
          <Button look="quiet" onClick={() => actor.send({ type: 'draft.discard' })}>
            Discard changes
          </Button>
        ) : null}
        <Button
          look="primary"
          disabled={!(dirty || refused)}
          onClick={() => actor.send({ type: 'draft.save' })}
        >
          {refused ? 'Try again' : save}
        </Button>
      </div>
    </div>
  );
}
