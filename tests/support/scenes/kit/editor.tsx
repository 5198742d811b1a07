import { useSelector } from '@xstate/react';
import type { EditorActor } from '#machines/kit/editor.ts';
import { Failed } from '#views/kit/Failed.tsx';
import { LeaveDialog } from '#views/kit/LeaveDialog.tsx';
import { editorPlan, type NoteTypes, noteEditor } from '../../plans/kit/editor.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';
import { EditorConflict } from './EditorConflict.tsx';
import { EditorFoot } from './EditorFoot.tsx';

/** An editor on the parts of the kit, as screens build theirs. */
function NoteEditor({ actor }: { actor: EditorActor<NoteTypes> }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const isMissing = useSelector(actor, (snapshot) => snapshot.matches('notFound'));
  const isReady = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  return (
    <section aria-label="Note" aria-busy={busy}>
      {failed && problem ? (
        <Failed problem={problem} name="note" onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
      {isMissing ? <p>Nothing is stored here.</p> : null}
      {isReady ? <NoteForm actor={actor} /> : null}
      <button
        type="button"
        onClick={() => actor.send({ type: 'editor.leave', destination: '/notes' })}
      >
        All notes
      </button>
      <LeaveDialog actor={actor} />
    </section>
  );
}

function NoteForm({ actor }: { actor: EditorActor<NoteTypes> }) {
  const name = useSelector(actor, ({ context }) => context.draft?.name ?? '');
  const faults = useSelector(actor, ({ context }) => context.faults);
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'editing' }));
  return (
    <>
      <label>
        Name
        <input
          value={name}
          readOnly={!isOpen}
          onChange={({ target }) =>
            actor.send({ type: 'draft.change', change: { name: target.value } })
          }
        />
      </label>
      <p>{faults[0]?.message}</p>
      <EditorConflict
        actor={actor}
        differencesOf={(theirs, mine) =>
          theirs.name === mine.name
            ? []
            : [{ id: 'name', field: 'Name', mine: mine.name, theirs: theirs.name }]
        }
      />
      <EditorFoot actor={actor} />
    </>
  );
}

export const editorScene = sceneOf(noteEditor, editorPlan, {
  provide: withActors,
  view: (actor) => <NoteEditor actor={actor} />,
});
