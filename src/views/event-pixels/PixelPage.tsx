import { useSelector } from '@xstate/react';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useSearch } from 'wouter';
import type { EventPixelsActor } from '#machines/event-pixels/event-pixels.ts';
import type { PixelEditorActor, PixelEditorSnapshot } from '#machines/event-pixels/pixel-editor.ts';
import { draftKeyOf } from '#machines/event-pixels/pixel-model.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Failed } from '../kit/Failed.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { takeLostFocus } from '../kit/take-focus.ts';
import { DeliveriesPanel } from './DeliveriesPanel.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { PixelForm } from './PixelForm.tsx';
import { linkTo } from './pixel-links.ts';
import { TestDeliveryPanel } from './TestDeliveryPanel.tsx';
import { typeNotes } from './words.ts';

/** One event pixel: its form, a test and its deliveries. */
export function PixelPage({
  actor,
  editor,
  isOpenedHere,
}: {
  actor: EventPixelsActor;
  editor: PixelEditorActor;
  /** Opened from the list: the link is gone, so the page takes the focus. */
  isOpenedHere: boolean;
}) {
  const zone = useSelector(actor, ({ context }) => context.zone);
  const testDelivery = useSelector(actor, ({ children }) => children.testDelivery);
  const health = useSelector(actor, ({ children }) => children.health);
  const deliveries = useSelector(actor, ({ children }) => children.deliveries);
  const pixel = useSelector(editor, ({ context }) => context.pixel);
  const isChanged = useSelector(
    editor,
    ({ context: { drafts, place, opened } }) => draftKeyOf(place, opened) in drafts,
  );
  const search = useSearch();
  const isSent = pixel !== null && pixel.type !== 'html';
  return (
    <div className="pixel-page">
      <AppLink
        to={linkTo('/pixels/events', search)}
        className="story-back"
        ref={isOpenedHere ? takeLostFocus : undefined}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        All event pixels
      </AppLink>
      <EditorPanel editor={editor} />
      {isSent && testDelivery ? (
        <TestDeliveryPanel actor={testDelivery} pixel={pixel} isChanged={isChanged} />
      ) : null}
      {isSent && health ? <HealthPanel actor={health} zone={zone} /> : null}
      {isSent && deliveries ? <DeliveriesPanel actor={deliveries} zone={zone} /> : null}
    </div>
  );
}

/** The editor in each of its states. */
export function EditorPanel({ editor }: { editor: PixelEditorActor }) {
  const scene = useSelector(editor, sceneOf);
  const busy = useSelector(editor, (snapshot) => snapshot.hasTag('busy'));
  const { pixel, draft, problem } = useSelector(editor, ({ context }) => context);
  return (
    <section className="panel" aria-labelledby="pixel-title" aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id="pixel-title">
          {scene === 'ready' && draft ? (pixel?.name ?? 'New event pixel') : 'Event pixel'}
        </h2>
        {scene === 'ready' && draft ? (
          <p className="panel-freshness">{typeNotes[draft.type]}</p>
        ) : null}
      </header>
      {scene === 'waiting' ? <TableSkeleton rows={6} columns={2} /> : null}
      {scene === 'failed' && problem ? (
        <Failed problem={problem} name="the pixel" onRetry={() => editor.send({ type: 'retry' })} />
      ) : null}
      {scene === 'notFound' ? (
        <div className="blank" role="alert">
          <SearchX size={24} aria-hidden="true" />
          <p className="blank-title">There is no such pixel</p>
          <p>It was deleted, or you have no access to it.</p>
        </div>
      ) : null}
      {scene === 'ready' && draft ? <PixelForm actor={editor} draft={draft} /> : null}
    </section>
  );
}

type Scene = 'waiting' | 'failed' | 'notFound' | 'ready';

const sceneOf = (snapshot: PixelEditorSnapshot): Scene => {
  if (snapshot.hasTag('showing')) return 'ready';
  if (snapshot.hasTag('busy')) return 'waiting';
  return snapshot.matches({ open: 'notFound' }) ? 'notFound' : 'failed';
};
