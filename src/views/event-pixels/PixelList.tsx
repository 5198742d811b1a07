import { useSelector } from '@xstate/react';
import { Radio } from 'lucide-react';
import { useSearch } from 'wouter';
import { pixelTypes } from '#contract/event-pixels/schemas.ts';
import type { EventPixelsActor, EventPixelsSnapshot } from '#machines/event-pixels/event-pixels.ts';
import { canWrite, type Opened, shownPixels } from '#machines/event-pixels/pixel-model.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count } from '../kit/format.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { takeLostFocus } from '../kit/take-focus.ts';
import { linkTo } from './links.ts';
import { PixelTable } from './PixelTable.tsx';

type Props = {
  actor: EventPixelsActor;
  /** What was open before: what it was opened from takes the keyboard back. */
  last: Opened | null;
};

/** The event pixels of the chosen affiliates. */
export function PixelList({ actor, last }: Props) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refreshing = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  return (
    <section className="panel" aria-labelledby="event-pixels-title" aria-busy={busy}>
      <div className="panel-progress" data-running={refreshing || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="event-pixels-title">
          Event pixels
        </h2>
        <Standing actor={actor} />
        <div className="panel-tools">
          <NewPixel actor={actor} last={last} />
        </div>
      </header>
      <Trouble actor={actor} />
      <Body actor={actor} last={last} />
    </section>
  );
}

function Body({ actor, last }: Props) {
  const scene = useSelector(actor, sceneOf);
  const { pixels, place, problem } = useSelector(actor, ({ context }) => context);
  if (scene === 'waiting') return <TableSkeleton rows={6} columns={7} />;
  if (scene === 'failed' && problem) {
    return (
      <Failed problem={problem} name="event pixels" onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  const shown = shownPixels(pixels, place);
  if (shown.length === 0) {
    return (
      <div className="blank">
        <Radio size={24} aria-hidden="true" />
        <p className="blank-title">
          {pixels.length === 0 ? 'No event pixel yet' : 'None of these affiliates has one'}
        </p>
        <p>An event pixel tells a partner or an ad platform about every conversion it earned.</p>
      </div>
    );
  }
  const lastId = last?.kind === 'one' ? last.id : null;
  return <PixelTable actor={actor} pixels={shown} last={lastId} />;
}

function NewPixel({ actor, last }: Props) {
  const place = useSelector(actor, ({ context }) => context.place);
  const search = useSearch();
  if (!pixelTypes.some((type) => canWrite(place, type))) return null;
  return (
    <AppLink
      to={linkTo('/pixels/events/new', search)}
      className="button"
      data-look="primary"
      ref={last?.kind === 'new' ? takeLostFocus : undefined}
    >
      New event pixel
    </AppLink>
  );
}

function Standing({ actor }: { actor: EventPixelsActor }) {
  const isShowing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const { pixels, place } = useSelector(actor, ({ context }) => context);
  const shown = shownPixels(pixels, place).length;
  if (!isShowing) return <p className="panel-freshness" />;
  return (
    <p className="panel-freshness">
      {shown === pixels.length
        ? `${count(shown)} in this project`
        : `${count(shown)} of ${count(pixels.length)} in this project`}
    </p>
  );
}

/** What did not work, above rows that are as they were. */
function Trouble({ actor }: { actor: EventPixelsActor }) {
  const stale = useSelector(actor, (snapshot) => snapshot.matches({ ready: { resting: 'stale' } }));
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'refused' } }),
  );
  const unrestored = useSelector(actor, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.unrestored[0] : undefined,
  );
  const { problem: refusal, target } = useSelector(actor, ({ context }) => context);
  const problem = unrestored?.problem ?? refusal;
  if (!problem || !(stale || refused || unrestored)) return null;
  return (
    <div className="pixel-trouble" role="alert">
      <p>
        {unrestored ? `“${unrestored.removed.name}” is still away. ` : ''}
        {refused && target ? `“${target.pixel.name}” is as it was. ` : ''}
        {problem.message} {stale ? 'The rows are from before.' : ''}
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
          aria-label="Retry event pixels"
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

const sceneOf = (snapshot: EventPixelsSnapshot): 'waiting' | 'failed' | 'ready' => {
  if (snapshot.hasTag('showing')) return 'ready';
  return snapshot.hasTag('busy') ? 'waiting' : 'failed';
};
