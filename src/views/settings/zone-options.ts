/** Every zone of the browser, the chosen one among them. */
export function zoneOptions(chosen: string | null): { value: string; label: string }[] {
  const zones = new Set([
    ...(chosen ? [chosen] : []),
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
  ]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
