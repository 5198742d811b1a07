import { useSelector } from '@xstate/react';
import { Globe } from 'lucide-react';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { shownUntil } from '#machines/selection/selection-model.ts';
import { offset } from '../kit/format.ts';
import { LazyPicker } from '../kit/LazyPicker.tsx';
import { defaultZone, zoneItems } from './zone-items.ts';

/** Selects the report's time zone. */
export function ZoneChoice({ actor }: { actor: SelectionActor }) {
  const timezone = useSelector(actor, ({ context }) => context.timezone);
  const at = new Date(useSelector(actor, ({ context }) => shownUntil(context)));
  return (
    <LazyPicker
      label="Time zone"
      icon={Globe}
      shown={shownFor(timezone, at)}
      shortValue={offset(timezone ?? 'UTC', at)}
      items={() => zoneItems(at, timezone)}
      chosen={timezone ?? defaultZone}
      empty="No time zone has this name."
      onChoose={(chosen) => actor.send({ type: 'timezone.choose', timezone: chosen })}
    />
  );
}

const shownFor = (zone: string | null, at: Date): string =>
  zone === null || zone === 'UTC' ? 'UTC' : `${cityOf(zone)}, ${offset(zone, at)}`;

const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
