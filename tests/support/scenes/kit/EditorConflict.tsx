import { useSelector } from '@xstate/react';
import type { EditorActor, EditorTypes } from '#machines/kit/editor.ts';
import { Button } from '#views/kit/Button.tsx';
import { type Difference, DifferencesTable } from '#views/kit/tables/DifferencesTable.tsx';

/** Both versions of what somebody else saved meanwhile, and the choice between them. */
export function EditorConflict<Types extends EditorTypes>({
  actor,
  differencesOf,
}: {
  actor: EditorActor<Types>;
  differencesOf: (theirs: Types['entity'], mine: Types['draft']) => readonly Difference[];
}) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'conflict' }));
  const { theirs, draft } = useSelector(actor, ({ context }) => context);
  if (!isOpen || theirs === null || draft === null) return null;
  const differences = differencesOf(theirs, draft);
  return (
    <div className="editor-conflict" role="alert">
      <p>Someone else saved this meanwhile. Take their version, or save yours over it.</p>
      {differences.length > 0 ? <DifferencesTable differences={differences} /> : null}
      <div className="editor-foot-acts">
        <Button onClick={() => actor.send({ type: 'conflict.take' })}>Take theirs</Button>
        <Button onClick={() => actor.send({ type: 'conflict.keep' })}>Save mine</Button>
      </div>
    </div>
  );
}
