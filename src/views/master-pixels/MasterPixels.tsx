import { useSelector } from '@xstate/react';
import { Plus, RadioTower } from 'lucide-react';
import { Suspense } from 'react';
import type { MasterPixelsActor, PixelDraft } from '#machines/master-pixels/master-pixels.ts';
import { Button } from '../kit/Button.tsx';
import { CollectionNotice } from '../kit/CollectionNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { MasterPixelItem } from './MasterPixelItem.tsx';

const MasterPixelForm = lazyPart(
  async () => (await import('./MasterPixelForm.tsx')).MasterPixelForm,
  Unavailable,
);

const emptyDraft: PixelDraft = {
  name: '',
  event_name: 'purchase',
  domains: [],
  consent_mode: 'assumed',
};

/** The master pixels of the project with their state and actions. */
export function MasterPixels({ actor, mayWrite }: { actor: MasterPixelsActor; mayWrite: boolean }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const draft = useSelector(actor, ({ context }) => context.draft);
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const mayAdd = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  return (
    <section className="panel" aria-labelledby="master-pixels" aria-busy={busy}>
      <div className="panel-progress" data-running={rereading || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="master-pixels">
          Master pixels
        </h2>
        <div className="panel-tools">
          {mayWrite && showing ? (
            <Button
              look="primary"
              aria-disabled={!mayAdd}
              onClick={() => actor.send({ type: 'entry.add', draft: emptyDraft })}
            >
              <Plus size={16} aria-hidden="true" />
              Create pixel
            </Button>
          ) : null}
        </div>
      </header>
      <CollectionNotice
        actor={actor}
        nameOf={({ name }) => name}
        retryLabel="Retry the list of pixels"
      />
      <List actor={actor} mayWrite={mayWrite} />
      {writing && draft ? (
        <Suspense fallback={null}>
          <MasterPixelForm actor={actor} draft={draft} />
        </Suspense>
      ) : null}
    </section>
  );
}

function List({ actor, mayWrite }: { actor: MasterPixelsActor; mayWrite: boolean }) {
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const pixels = useSelector(actor, ({ context }) => context.rows);
  const zone = useSelector(actor, ({ context }) => context.scope.timezone);
  const problem = useSelector(actor, ({ context }) => context.problem);
  if (!showing) {
    return problem ? (
      <Failed problem={problem} name="pixels" onRetry={() => actor.send({ type: 'retry' })} />
    ) : (
      <TableSkeleton rows={6} columns={5} />
    );
  }
  if (pixels.length === 0) {
    return (
      <div className="blank">
        <RadioTower size={24} aria-hidden="true" />
        <p className="blank-title">This project has no pixel</p>
        <p>A pixel on your pages shows which clicks lead to which orders.</p>
      </div>
    );
  }
  return (
    <ul className="pixel-list">
      {pixels.map((pixel) => (
        <MasterPixelItem
          key={pixel.id}
          actor={actor}
          pixel={pixel}
          zone={zone}
          mayWrite={mayWrite}
        />
      ))}
    </ul>
  );
}
