import { memo, useState } from 'react';
import { useSearch } from 'wouter';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { FactList } from '../kit/FactList.tsx';
import { clock, moment, money, none } from '../kit/format.ts';
import { DataTable } from '../kit/tables/DataTable.tsx';
import { sideWords } from './words.ts';

/**
 * One event; it expands to its details and to differences from the other side. The details are rendered only when open,
 * because many events may arrive at once.
 */
export const LiveEvent = memo(function LiveEvent({
  event,
  zone,
  affiliate,
}: {
  event: CollectedEvent;
  zone: string;
  /** The affiliate's name; null without an affiliate. */
  affiliate: string | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const differences = event.twin?.differences ?? [];
  return (
    <li className="live-event">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="opening-line">
          <time dateTime={event.received_at}>{clock(event.received_at, zone)}</time>
          <span className="live-name">{event.event_name}</span>
          <span className="live-side" data-side={event.side}>
            {sideWords[event.side]}
          </span>
          <span className="live-who">{affiliate ?? 'No affiliate'}</span>
          <span className="live-value">
            {event.value > 0 ? `${money(event.value, event.currency)} ${event.currency}` : none}
          </span>
          <span className="live-marks">
            {event.is_test ? <span className="log-mark">Test</span> : null}
            {event.is_bot ? <span className="log-mark">Bot</span> : null}
            {differences.length > 0 ? <span className="log-mark">Sides differ</span> : null}
          </span>
        </summary>
        {isOpen ? <Facts event={event} zone={zone} /> : null}
        {isOpen && event.twin ? <Twin event={event} zone={zone} /> : null}
      </details>
    </li>
  );
});

function Facts({ event, zone }: { event: CollectedEvent; zone: string }) {
  const search = useSearch();
  const facts: [string, string | null][] = [
    ['Happened', moment(event.event_time, zone)],
    ['Event id', event.event_id],
    ['Order id', event.order_id],
    ['Page', event.url],
    ['Campaign', event.campaign_id],
    ['Ad set', event.adset_id],
    ['Ad', event.ad_id],
    ['Country', event.country],
    ['Device', event.device],
    ['Network', event.network],
  ];
  return (
    <FactList
      className="live-facts"
      facts={[
        ...facts.map(([name, value]) => [name, value ?? none] as const),
        ...(event.conversion
          ? [
              [
                'Conversion',
                <AppLink
                  key="conversion"
                  to={`/conversions/${encodeURIComponent(event.conversion.id)}${search ? `?${search}` : ''}`}
                >
                  Open the conversion
                </AppLink>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}

function Twin({ event: { twin }, zone }: { event: CollectedEvent; zone: string }) {
  if (!twin) return null;
  const other = sideWords[twin.side];
  if (twin.differences.length === 0) {
    return (
      <p className="live-twin">
        The {other.toLowerCase()} said the same at {clock(twin.event_time, zone)}.
      </p>
    );
  }
  return (
    <DataTable<(typeof twin.differences)[number]>
      className="live-twin"
      caption={`The ${other.toLowerCase()} said something else`}
      isCaptionShown
      rows={twin.differences}
      keyOf={({ field }) => field}
      columns={[
        { title: 'Field', isName: true, write: ({ field }) => field.replaceAll('_', ' ') },
        { title: 'Server', write: ({ server }) => server ?? none },
        { title: 'Browser', write: ({ browser }) => browser ?? none },
      ]}
    />
  );
}
