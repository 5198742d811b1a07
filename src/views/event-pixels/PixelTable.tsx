import { useSelector } from '@xstate/react';
import { Copy, Pause, Play, Trash2 } from 'lucide-react';
import { useSearch } from 'wouter';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import type { EventPixelsActor, PixelListActor } from '#machines/event-pixels/event-pixels.ts';
import { canWrite, draftKeyOf, waitsForApproval } from '#machines/event-pixels/pixel-model.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { count, moment, none } from '../kit/format.ts';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { takeLostFocus } from '../kit/take-focus.ts';
import { HealthMark } from './HealthMark.tsx';
import { linkTo } from './pixel-links.ts';
import { statusWords, typeWords } from './words.ts';

/** One row for each event pixel with its settings, health and actions. */
export function PixelTable({
  actor,
  list,
  pixels,
  last,
}: {
  actor: EventPixelsActor;
  list: PixelListActor;
  pixels: readonly Pixel[];
  /** The pixel that was open before; its row gets the focus back. */
  last: number | null;
}) {
  const { place, healths, zone } = useSelector(actor, ({ context }) => context);
  const events = useSelector(list, ({ context }) => context.extra?.events);
  const columns: DataColumn<Pixel>[] = [
    {
      title: 'Name',
      isName: true,
      write: (pixel) => <Name actor={actor} pixel={pixel} isLast={pixel.id === last} />,
    },
    {
      title: 'Health, 24 h',
      cellClass: 'pixel-health',
      write: ({ id }) => <HealthMark health={healths[id]} />,
    },
    { title: 'Type', write: ({ type }) => typeWords[type] },
    {
      title: 'Affiliate',
      write: ({ affiliate }) => place.affiliates.find(({ id }) => id === affiliate)?.name ?? none,
    },
    { title: 'Event', write: ({ event }) => events?.find(({ id }) => id === event)?.name ?? none },
    {
      title: 'Status',
      write: ({ status }) => (
        <span className="pixel-status" data-status={status}>
          {statusWords[status]}
        </span>
      ),
    },
    {
      title: 'Last fired',
      cellClass: 'log-time',
      write: ({ last_fired_at: at }) => (at ? <time dateTime={at}>{moment(at, zone)}</time> : none),
    },
    {
      title: 'Last answer',
      className: 'log-figure',
      write: ({ last_status }) => last_status ?? none,
    },
    {
      title: 'Failed, 24 h',
      className: 'log-figure',
      attributes: ({ failures_24h }) => ({ 'data-bad': failures_24h > 0 || undefined }),
      write: ({ failures_24h }) => count(failures_24h),
    },
    {
      title: 'Actions',
      write: (pixel) =>
        canWrite(place, pixel.type) ? <Actions list={list} pixel={pixel} /> : null,
    },
  ];
  return (
    <DataTable<Pixel>
      frame={{ name: 'Rows of event pixels', className: 'log-frame' }}
      className="log pixel-table"
      caption="Event pixels"
      rows={pixels}
      keyOf={({ id }) => id}
      kept={pixels.find(({ id }) => id === last)}
      columns={columns}
    />
  );
}

function Name({
  actor,
  pixel,
  isLast,
}: {
  actor: EventPixelsActor;
  pixel: Pixel;
  isLast: boolean;
}) {
  const place = useSelector(actor, ({ context }) => context.place);
  const editor = useSelector(actor, ({ children }) => children.editor);
  const drafts = useSelector(editor, (snapshot) => snapshot?.context.drafts);
  const search = useSearch();
  const isDraft = drafts && draftKeyOf(place, { kind: 'one', id: pixel.id }) in drafts;
  return (
    <>
      <AppLink
        to={linkTo(`/pixels/events/${pixel.id}`, search)}
        className="pixel-link"
        ref={isLast ? takeLostFocus : undefined}
      >
        {pixel.name}
      </AppLink>
      {isDraft ? <span className="log-mark">Unsaved changes</span> : null}
      {pixel.silent_reason ? <span className="log-mark">{pixel.silent_reason}</span> : null}
      {waitsForApproval(pixel) ? <span className="log-mark">Code waits for an owner</span> : null}
    </>
  );
}

function Actions({ list, pixel }: { list: PixelListActor; pixel: Pixel }) {
  const ready = useSelector(list, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const search = useSearch();
  const isActive = pixel.status === 'active';
  return (
    <div className="event-pixel-acts">
      <button
        type="button"
        className="icon-button"
        aria-label={`${isActive ? 'Pause' : 'Resume'} ${pixel.name}`}
        title={isActive ? 'Pause' : 'Resume'}
        aria-disabled={!ready}
        onClick={() =>
          list.send({
            type: 'action.run',
            action: { pixel, status: isActive ? 'paused' : 'active' },
          })
        }
      >
        {isActive ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </button>
      <AppLink
        to={linkTo('/pixels/events/new', search, pixel.id)}
        className="icon-button"
        aria-label={`Duplicate ${pixel.name}`}
        title="Duplicate"
      >
        <Copy size={16} aria-hidden="true" />
      </AppLink>
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete ${pixel.name}`}
        title="Delete"
        aria-disabled={!ready}
        onClick={() => list.send({ type: 'entry.remove', entry: pixel })}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
