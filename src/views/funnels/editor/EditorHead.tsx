import { useSelector } from '@xstate/react';
import { ArrowLeft, Redo2, Undo2 } from 'lucide-react';
import { useSearch } from 'wouter';
import type {
  DraftEditorActor,
  DraftEditorSnapshot,
  FunnelEditorActor,
} from '#machines/funnels/funnel-editor.ts';
import { isPublishable } from '#model/funnel-draft.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { statusWords } from '../common/words.ts';

/** The name of the funnel, how its draft stands, and what can be done with the draft. */
export function EditorHead({
  actor,
  editor,
}: {
  actor: FunnelEditorActor;
  editor: DraftEditorActor;
}) {
  const search = useSearch();
  const funnel = useSelector(editor, ({ context }) => context.entity);
  const busy = useSelector(editor, (snapshot) => snapshot.hasTag('busy'));
  const isChanged = useSelector(editor, (snapshot) => snapshot.hasTag('changed'));
  const canUndo = useSelector(editor, (snapshot) => snapshot.can({ type: 'draft.undo' }));
  const canRedo = useSelector(editor, (snapshot) => snapshot.can({ type: 'draft.redo' }));
  const canDiscard = useSelector(editor, (snapshot) => snapshot.can({ type: 'draft.discard' }));
  const canSave = useSelector(editor, (snapshot) => snapshot.can({ type: 'draft.save' }));
  const refusal = useSelector(editor, refusalOf);
  const standing = useSelector(editor, standingOf);
  if (!funnel) return null;
  return (
    <header className="editor-head" aria-busy={busy}>
      <AppLink to={linkWith(funnelPaths.overview(funnel.slug), search)} className="story-back">
        <ArrowLeft size={16} aria-hidden="true" />
        {funnel.name}
      </AppLink>
      <div className="funnel-title">
        <h1>Edit {funnel.name}</h1>
        <span className="chip" data-status={funnel.status}>
          {statusWords[funnel.status]}
        </span>
      </div>
      <div className="funnel-tools">
        <Button
          data-shape="icon"
          aria-label="Undo"
          aria-disabled={!canUndo}
          onClick={() => editor.send({ type: 'draft.undo' })}
        >
          <Undo2 size={16} aria-hidden="true" />
        </Button>
        <Button
          data-shape="icon"
          aria-label="Redo"
          aria-disabled={!canRedo}
          onClick={() => editor.send({ type: 'draft.redo' })}
        >
          <Redo2 size={16} aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          aria-disabled={!canDiscard}
          onClick={() => editor.send({ type: 'draft.discard' })}
        >
          Discard changes
        </Button>
        <Button
          look={isChanged ? 'primary' : 'plain'}
          aria-disabled={!canSave}
          onClick={() => editor.send({ type: 'draft.save' })}
        >
          Save draft
        </Button>
        <PublishButton actor={actor} editor={editor} />
      </div>
      <p className="editor-standing" role="status">
        {standing}
      </p>
      {refusal ? (
        <div className="figures-trouble" role="alert">
          <p>
            {refusal.message} {refusal.kind === 'invalid' ? '' : 'Your changes are still here.'}
          </p>
          <Button size="small" onClick={() => editor.send({ type: 'draft.save' })}>
            Save again
          </Button>
        </div>
      ) : null}
    </header>
  );
}

/** Publishes what is stored, so that the dialog speaks of the same draft as the request. */
function PublishButton({ actor, editor }: { actor: FunnelEditorActor; editor: DraftEditorActor }) {
  const publishing = useSelector(actor, ({ children }) => children.publishing);
  const funnel = useSelector(editor, ({ context }) => context.entity);
  const isChanged = useSelector(editor, (snapshot) => snapshot.hasTag('changed'));
  const isReady = useSelector(editor, ({ context: { draft } }) =>
    draft ? isPublishable(draft) : false,
  );
  if (!funnel || !publishing) return null;
  const reason = reasonOf({
    isChanged,
    isReady,
    hasChanges: funnel.has_changes || !funnel.published,
  });
  return (
    <>
      <Button
        look={isChanged ? 'plain' : 'primary'}
        aria-disabled={reason !== null}
        aria-describedby={reason === null ? undefined : 'publish-reason'}
        onClick={() => {
          if (reason === null) publishing.send({ type: 'publish.ask', funnel });
        }}
      >
        Publish
      </Button>
      {reason === null ? null : (
        <span id="publish-reason" className="editor-reason">
          {reason}
        </span>
      )}
    </>
  );
}

function reasonOf({
  isChanged,
  isReady,
  hasChanges,
}: {
  isChanged: boolean;
  isReady: boolean;
  hasChanges: boolean;
}): string | null {
  if (!isReady) return 'Correct the marked fields, then publish.';
  if (isChanged) return 'Save the draft, then publish.';
  return hasChanges ? null : 'The published version is the same.';
}

const refusalOf = (snapshot: DraftEditorSnapshot) =>
  snapshot.matches({ ready: { editing: 'refused' } }) ? snapshot.context.problem : null;

function standingOf(snapshot: DraftEditorSnapshot): string {
  if (snapshot.matches({ ready: { editing: 'saved' } })) return 'Saved';
  if (snapshot.hasTag('busy')) return 'Saving';
  return snapshot.hasTag('changed') ? 'Unsaved changes' : 'All changes are saved';
}
