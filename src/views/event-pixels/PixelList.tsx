import { useSelector } from '@xstate/react';
import { Radio } from 'lucide-react';
import { useSearch } from 'wouter';
import { pixelTypes } from '#contract/event-pixels/schemas.ts';
import type {
  EventPixelsActor,
  PixelListActor,
  PixelListSnapshot,
} from '#machines/event-pixels/event-pixels.ts';
import { canWrite, type EditorTarget, visiblePixels } from '#machines/event-pixels/pixel-model.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count } from '../kit/format.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { takeLostFocus } from '../kit/take-focus.ts';
import { PixelTable } from './PixelTable.tsx';
import { linkTo } from './pixel-links.ts';

type Props = {
  actor: EventPixelsActor;
  list: PixelListActor;
  /** The pixel that was open before; the link that opened it gets the focus back. */
  last: EditorTarget | null;
};

/** The event pixels of the chosen affiliates. */
export function PixelList({ actor, list, last }: Props) {
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const refreshing = useSelector(list, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  return (
    <section className="panel" aria-labelledby="event-pixels-title" aria-busy={busy}>
      <div className="panel-progress" data-running={refreshing || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="event-pixels-title">
          Event pixels
        </h2>
        <PixelCount actor={actor} list={list} />
        <div className="panel-tools">
          <NewPixel actor={actor} last={last} />
        </div>
      </header>
      <ListError list={list} />
      <Body actor={actor} list={list} last={last} />
    </section>
  );
}

function Body({ actor, list, last }: Props) {
  const scene = useSelector(list, sceneOf);
  const place = useSelector(actor, ({ context }) => context.place);
  const { rows: pixels, problem } = useSelector(list, ({ context }) => context);
  if (scene === 'waiting') return <TableSkeleton rows={6} columns={7} />;
  if (scene === 'failed' && problem) {
    return (
      <Failed problem={problem} name="event pixels" onRetry={() => list.send({ type: 'retry' })} />
    );
  }
  const shown = visiblePixels(pixels, place);
  if (shown.length === 0) {
    return (
      <div className="blank">
        <Radio size={24} aria-hidden="true" />
        <p className="blank-title">
          {pixels.length === 0 ? 'No event pixel yet' : 'None of these affiliates has one'}
        </p>
        <p>An event pixel reports to a partner or ad platform every conversion it earned.</p>
      </div>
    );
  }
  const lastId = last?.kind === 'one' ? last.id : null;
  return <PixelTable actor={actor} list={list} pixels={shown} last={lastId} />;
}

function NewPixel({ actor, last }: Omit<Props, 'list'>) {
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

function PixelCount({ actor, list }: Omit<Props, 'last'>) {
  const isShowing = useSelector(list, (snapshot) => snapshot.hasTag('showing'));
  const place = useSelector(actor, ({ context }) => context.place);
  const pixels = useSelector(list, ({ context }) => context.rows);
  const shown = visiblePixels(pixels, place).length;
  if (!isShowing) return <p className="panel-freshness" />;
  return (
    <p className="panel-freshness">
      {shown === pixels.length
        ? `${count(shown)} in this project`
        : `${count(shown)} of ${count(pixels.length)} in this project`}
    </p>
  );
}

/** The error of the last action or refresh, above the unchanged rows. */
function ListError({ list }: { list: PixelListActor }) {
  const stale = useSelector(list, (snapshot) => snapshot.matches({ ready: { resting: 'stale' } }));
  const refused = useSelector(list, (snapshot) =>
    snapshot.matches({ ready: { resting: 'refused' } }),
  );
  const notRestored = useSelector(list, (snapshot) =>
    snapshot.hasTag('undoable') ? snapshot.context.notRestored[0] : undefined,
  );
  const dismissible = useSelector(list, (snapshot) => snapshot.can({ type: 'problem.dismiss' }));
  const { problem: refusal, entry, action } = useSelector(list, ({ context }) => context);
  const pixel = entry ?? action?.pixel;
  const problem = notRestored?.problem ?? refusal;
  if (!problem || !(stale || refused || notRestored)) return null;
  return (
    <div className="pixel-trouble" role="alert">
      <p>
        {notRestored ? `“${notRestored.entry.name}” not restored. ` : ''}
        {refused && pixel ? `“${pixel.name}” is unchanged. ` : ''}
        {problem.message} {stale ? 'The rows may be outdated.' : ''}
      </p>
      {notRestored ? (
        <Button
          size="small"
          onClick={() => list.send({ type: 'entry.restore', entry: notRestored.entry })}
        >
          Undo
        </Button>
      ) : null}
      {stale ? (
        <Button
          size="small"
          aria-label="Retry event pixels"
          onClick={() => list.send({ type: 'retry' })}
        >
          Retry
        </Button>
      ) : null}
      {dismissible ? (
        <Button size="small" onClick={() => list.send({ type: 'problem.dismiss' })}>
          Dismiss
        </Button>
      ) : null}
    </div>
  );
}

const sceneOf = (snapshot: PixelListSnapshot): 'waiting' | 'failed' | 'ready' => {
  if (snapshot.hasTag('showing')) return 'ready';
  return snapshot.hasTag('failed') ? 'failed' : 'waiting';
};
