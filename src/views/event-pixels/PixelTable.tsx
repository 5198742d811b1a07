import { useSelector } from '@xstate/react';
import { Copy, Pause, Play, Trash2 } from 'lucide-react';
import { useSearch } from 'wouter';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import type { EventPixelsActor, PixelListActor } from '#machines/event-pixels/event-pixels.ts';
import { canWrite, draftKeyOf, waitsForApproval } from '#machines/event-pixels/pixel-model.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { count, moment, none } from '../kit/format.ts';
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
  const editor = useSelector(actor, ({ children }) => children.editor);
  const drafts = useSelector(editor, (snapshot) => snapshot?.context.drafts);
  const search = useSearch();
  return (
    <section
      className="log-frame"
      aria-label="Rows of event pixels"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="log pixel-table">
        <caption className="only-read">Event pixels</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Health, 24 h</th>
            <th scope="col">Type</th>
            <th scope="col">Affiliate</th>
            <th scope="col">Event</th>
            <th scope="col">Status</th>
            <th scope="col">Last fired</th>
            <th scope="col" className="log-figure">
              Last answer
            </th>
            <th scope="col" className="log-figure">
              Failed, 24 h
            </th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {pixels.map((pixel) => (
            <tr key={pixel.id}>
              <th scope="row">
                <AppLink
                  to={linkTo(`/pixels/events/${pixel.id}`, search)}
                  className="pixel-link"
                  ref={pixel.id === last ? takeLostFocus : undefined}
                >
                  {pixel.name}
                </AppLink>
                {drafts && draftKeyOf(place, { kind: 'one', id: pixel.id }) in drafts ? (
                  <span className="log-mark">Unsaved changes</span>
                ) : null}
                {pixel.silent_reason ? (
                  <span className="log-mark">{pixel.silent_reason}</span>
                ) : null}
                {waitsForApproval(pixel) ? (
                  <span className="log-mark">Code waits for an owner</span>
                ) : null}
              </th>
              <td className="pixel-health">
                <HealthMark health={healths[pixel.id]} />
              </td>
              <td>{typeWords[pixel.type]}</td>
              <td>{place.affiliates.find(({ id }) => id === pixel.affiliate)?.name ?? none}</td>
              <td>{events?.find(({ id }) => id === pixel.event)?.name ?? none}</td>
              <td>
                <span className="pixel-status" data-status={pixel.status}>
                  {statusWords[pixel.status]}
                </span>
              </td>
              <td className="log-time">
                {pixel.last_fired_at ? (
                  <time dateTime={pixel.last_fired_at}>{moment(pixel.last_fired_at, zone)}</time>
                ) : (
                  none
                )}
              </td>
              <td className="log-figure">{pixel.last_status ?? none}</td>
              <td className="log-figure" data-bad={pixel.failures_24h > 0 || undefined}>
                {count(pixel.failures_24h)}
              </td>
              <td>{canWrite(place, pixel.type) ? <Actions list={list} pixel={pixel} /> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
