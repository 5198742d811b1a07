import { timezoneAliases } from '#contract/time-zone.ts';
import { offset } from '../kit/format.ts';
import type { Item } from '../kit/Picker.tsx';

/** The id of the item that resets the zone. */
export const defaultZone = 'Default';

/**
 * Every time zone with its offset at an instant, the chosen one first; aliases find their zone. `usual` names the zone
 * that the default means.
 */
export function zoneItems(
  at: Date,
  { chosen, usual }: { chosen: string | null; usual: string },
): Item[] {
  const named = new Set([
    ...(chosen ? [chosen] : []),
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
  ]);
  const aliases = [...timezoneAliases];
  return [
    { id: defaultZone, label: defaultZone, note: usual, keywords: 'default clear' },
    ...aliases.map(([alias, zone]) => ({
      id: alias,
      label: alias,
      note: offset(zone, at),
      keywords: zone,
    })),
    ...[...named].map((zone) => ({
      id: zone,
      label: zone.replaceAll('_', ' '),
      note: offset(zone, at),
      keywords: aliases
        .filter(([, target]) => target === zone)
        .map(([alias]) => alias)
        .join(' '),
    })),
  ];
}
