import { useSelector } from '@xstate/react';
import { mapState } from 'xstate';
import type { PixelsActor, PixelsSnapshot } from '#machines/pixels/pixels.ts';
import { EventPixels } from '../event-pixels/EventPixels.tsx';
import { Install } from '../master-pixels/Install.tsx';
import { MasterPixelsTab } from './MasterPixelsTab.tsx';
import { TrackingLinks } from './TrackingLinks.tsx';
import './pixels.css';
import { SegmentLink } from '../kit/SegmentLink.tsx';

type Part = 'waiting' | 'masters' | 'installing' | 'events' | 'links';

/** The master pixels of the project, the event pixels of its affiliates, or their tracking links. */
export function PixelsScreen({ actor }: { actor: PixelsActor }) {
  const part = useSelector(actor, partOf);
  const install = useSelector(actor, ({ children }) => children.pixelInstall);
  const events = useSelector(actor, ({ children }) => children.eventPixels);
  const links = useSelector(actor, ({ children }) => children.trackingLinks);
  const linkTest = useSelector(actor, ({ children }) => children.linkTest);
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  if (install) return <Install actor={install} zone={zone} />;
  return (
    <div className="pixels">
      <header className="pixels-head">
        <h1 className="pixels-title">Pixels</h1>
        <nav className="pixels-parts segments" aria-label="Pixels">
          <SegmentLink to="/pixels" isHere={part === 'masters'}>
            On your pages
          </SegmentLink>
          <SegmentLink to="/pixels/events" isHere={part === 'events'}>
            For affiliates
          </SegmentLink>
          <SegmentLink to="/pixels/links" isHere={part === 'links'}>
            Tracking links
          </SegmentLink>
        </nav>
      </header>
      {part === 'masters' ? <MasterPixelsTab actor={actor} /> : null}
      {events ? <EventPixels actor={events} /> : null}
      {links && linkTest ? <TrackingLinks screen={actor} actor={links} test={linkTest} /> : null}
    </div>
  );
}

const partOf = (snapshot: PixelsSnapshot): Part =>
  mapState<PixelsSnapshot, Part>(snapshot, {
    states: {
      starting: { map: () => 'waiting' },
      masters: { map: () => 'masters' },
      installing: { map: () => 'installing' },
      events: { map: () => 'events' },
      links: { map: () => 'links' },
    },
  })[0]?.result ?? 'waiting';
