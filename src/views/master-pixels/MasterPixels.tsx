import { useSelector } from '@xstate/react';
import { Plus, RadioTower } from 'lucide-react';
import { Suspense } from 'react';
import type { MasterPixelsActor } from '#machines/master-pixels/master-pixels.ts';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { MasterPixelItem } from './MasterPixelItem.tsx';

const MasterPixelForm = lazyPart(
  async () => (await import('./MasterPixelForm.tsx')).MasterPixelForm,
  Unavailable,
);

/** The master pixels of the project, how each does, and what may be done with them. */
export function MasterPixels({ actor, mayWrite }: { actor: MasterPixelsActor; mayWrite: boolean }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const mayAdd = useSelector(actor, (snapshot) => snapshot.can({ type: 'pixel.add' }));
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
              onClick={() => actor.send({ type: 'pixel.add' })}
            >
              <Plus size={16} aria-hidden="true" />
              Create pixel
            </Button>
          ) : null}
        </div>
      </header>
      <Trouble actor={actor} />
      <List actor={actor} mayWrite={mayWrite} />
      {writing ? (
        <Suspense fallback={null}>
          <MasterPixelForm actor={actor} />
        </Suspense>
      ) : null}
    </section>
  );
}

function List({ actor, mayWrite }: { actor: MasterPixelsActor; mayWrite: boolean }) {
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const pixels = useSelector(actor, ({ context }) => context.pixels);
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
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
        <p>A pixel on your pages tells which clicks lead to which orders.</p>
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

/** Why the list is old, or what the server refused. */
function Trouble({ actor }: { actor: MasterPixelsActor }) {
  const stale = useSelector(actor, (snapshot) => snapshot.matches({ ready: { resting: 'stale' } }));
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'refused' } }),
  );
  const unrestored = useSelector(actor, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.unrestored[0] : undefined,
  );
  const refusal = useSelector(actor, ({ context }) => context.problem);
  const problem = unrestored?.problem ?? refusal;
  if (!problem || !(stale || refused || unrestored)) return null;
  return (
    <div className="figures-trouble" role="alert">
      <p>
        {unrestored ? `“${unrestored.removed.name}” is still away. ` : ''}
        {problem.message}
        {stale ? ' What is shown is from before.' : ''}
      </p>
      {unrestored ? (
        <Button
          size="small"
          onClick={() => actor.send({ type: 'pixel.restore', pixel: unrestored.removed })}
        >
          Undo
        </Button>
      ) : null}
      {stale ? (
        <Button
          size="small"
          aria-label="Retry the list of pixels"
          onClick={() => actor.send({ type: 'retry' })}
        >
          Retry
        </Button>
      ) : (
        <Button size="small" onClick={() => actor.send({ type: 'problem.dismiss' })}>
          Dismiss
        </Button>
      )}
    </div>
  );
}
