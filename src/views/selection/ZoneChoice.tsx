import { useSelector } from '@xstate/react';
import { Globe } from 'lucide-react';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { projectOf, shownUntil, shownZone } from '#machines/selection/selection-model.ts';
import { zoneFor } from '#model/zones.ts';
import { offset } from '../kit/format.ts';
import { LazyPicker } from '../kit/LazyPicker.tsx';
import { defaultZone, zoneItems } from './zone-items.ts';

/** Selects the report's time zone. */
export function ZoneChoice({ actor }: { actor: SelectionActor }) {
  const timezone = useSelector(actor, ({ context }) => context.timezone);
  const shown = useSelector(actor, ({ context }) => shownZone(context));
  const ofProject = useSelector(actor, ({ context }) => zoneFor(null, projectOf(context)));
  const at = new Date(useSelector(actor, ({ context }) => shownUntil(context)));
  return (
    <LazyPicker
      label="Time zone"
      icon={Globe}
      shown={zoneName(shown, at)}
      shortValue={cityOf(shown)}
      items={() => zoneItems(at, { chosen: timezone, usual: zoneName(ofProject, at) })}
      chosen={timezone ?? defaultZone}
      empty="No time zone has this name."
      onChoose={(chosen) => actor.send({ type: 'timezone.choose', timezone: chosen })}
    />
  );
}

const zoneName = (zone: string, at: Date): string =>
  zone === 'UTC' ? 'UTC' : `${cityOf(zone)}, ${offset(zone, at)}`;

const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
