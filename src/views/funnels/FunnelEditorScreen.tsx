import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type {
  DraftEditorActor,
  DraftEditorSnapshot,
  FunnelEditorActor,
  FunnelEditorSnapshot,
} from '#machines/funnels/funnel-editor.ts';
import { mayWriteFunnels } from '#machines/funnels/funnels.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Failed } from '../kit/Failed.tsx';
import { LeaveDialog } from '../kit/LeaveDialog.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { ConflictPanel } from './editor/ConflictPanel.tsx';
import { EditorHead } from './editor/EditorHead.tsx';
import { FunnelForm } from './editor/FunnelForm.tsx';
import { PreviewPanel } from './editor/PreviewPanel.tsx';
import { PublishDialog } from './editor/PublishDialog.tsx';
import { StepChooser } from './editor/StepChooser.tsx';
import { StepForm } from './editor/StepForm.tsx';
import { MissingFunnel } from './MissingFunnel.tsx';
import './funnel-editor.css';

/** The draft of a funnel: the funnel with its steps, or one step, with what it would count beside it. */
export function FunnelEditorScreen({ actor }: { actor: FunnelEditorActor }) {
  const editor = useSelector(actor, ({ children }) => children.editor);
  const scene = useSelector(editor, sceneOf);
  const problem = useSelector(editor, (snapshot) => snapshot?.context.problem);
  const mayWrite = useSelector(actor, ({ context }) => mayWriteFunnels(context));
  if (!mayWrite) return <NoAccess actor={actor} />;
  if (scene === 'missing') return <MissingFunnel />;
  if (scene === 'failed' && editor && problem) {
    return (
      <section className="panel">
        <Failed problem={problem} name="funnel" onRetry={() => editor.send({ type: 'retry' })} />
      </section>
    );
  }
  if (scene === 'waiting' || !editor) {
    return (
      <section className="panel" aria-label="Funnel" aria-busy>
        <TableSkeleton rows={6} columns={3} />
      </section>
    );
  }
  return <Editor actor={actor} editor={editor} />;
}

function Editor({ actor, editor }: { actor: FunnelEditorActor; editor: DraftEditorActor }) {
  const publishing = useSelector(actor, ({ children }) => children.publishing);
  const preview = useSelector(editor, ({ children }) => children.preview);
  const part = useSelector(actor, partOf);
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const inConflict = useSelector(editor, (snapshot) => snapshot.matches({ ready: 'conflict' }));
  const isAsking = useSelector(publishing, (snapshot) => snapshot?.hasTag('asking') ?? false);
  return (
    <div className="funnel-editor">
      <EditorHead actor={actor} editor={editor} />
      {inConflict ? <ConflictPanel editor={editor} /> : null}
      <div className="funnel-editor-pair">
        {part === 'funnel' ? <FunnelForm actor={actor} editor={editor} /> : null}
        {part === 'newStep' ? <StepChooser actor={actor} editor={editor} /> : null}
        {part === 'step' ? <StepForm actor={actor} editor={editor} /> : null}
        {preview ? <PreviewPanel actor={preview} editor={editor} zone={zone} /> : null}
      </div>
      <LeaveDialog actor={editor} />
      {publishing && isAsking ? <PublishDialog actor={publishing} /> : null}
    </div>
  );
}

function NoAccess({ actor }: { actor: FunnelEditorActor }) {
  const search = useSearch();
  const slug = useSelector(actor, ({ context }) => context.place?.slug ?? '');
  return (
    <div className="blank blank-tall" role="alert">
      <h1 className="blank-title">Your role cannot edit funnels</h1>
      <p>Ask an owner, manager or buyer of the project.</p>
      <AppLink to={linkWith(funnelPaths.overview(slug), search)} className="button">
        Show the funnel
      </AppLink>
    </div>
  );
}

type Scene = 'waiting' | 'failed' | 'missing' | 'ready';

const sceneOf = (snapshot: DraftEditorSnapshot | undefined): Scene => {
  if (snapshot?.hasTag('showing')) return 'ready';
  if (snapshot?.matches('notFound')) return 'missing';
  return snapshot?.matches('failed') ? 'failed' : 'waiting';
};

const partOf = (snapshot: FunnelEditorSnapshot): 'funnel' | 'newStep' | 'step' => {
  if (snapshot.matches({ open: 'newStep' })) return 'newStep';
  return snapshot.matches({ open: 'step' }) ? 'step' : 'funnel';
};
