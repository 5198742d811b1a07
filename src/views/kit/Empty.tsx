import { CalendarSearch, FilterX, RadioTower } from 'lucide-react';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { EmptyReason } from '#model/query.ts';
import { Button } from './Button.tsx';

/** Why a report is empty, and the next step. */
export function Empty({ reason, selection }: { reason: EmptyReason; selection: SelectionActor }) {
  if (reason === 'unconfigured') {
    return (
      <div className="blank">
        <RadioTower size={24} aria-hidden="true" />
        <p className="blank-title">No event has arrived yet</p>
        <p>Figures appear here within seconds of the first click or order that is sent.</p>
        <a className="button" href="/api/docs">
          See how to send one
        </a>
      </div>
    );
  }
  if (reason === 'filtered') {
    return (
      <div className="blank">
        <FilterX size={24} aria-hidden="true" />
        <p className="blank-title">No conversions match these filters in this period.</p>
        <p>Events arrived in this period, but none for this selection.</p>
        <Button onClick={() => selection.send({ type: 'filters.clear' })}>Clear filters</Button>
      </div>
    );
  }
  return (
    <div className="blank">
      <CalendarSearch size={24} aria-hidden="true" />
      <p className="blank-title">Nothing happened in these days</p>
      <p>Events have arrived before. A longer range may show them.</p>
      <Button onClick={() => selection.send({ type: 'range.choose', range: 'last_30_days' })}>
        Show the last 30 days
      </Button>
    </div>
  );
}
