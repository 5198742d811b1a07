/** Time zones of the European Economic Area in other parts of the world. */
const overseas = /Nicosia|Famagusta|Ceuta|Cayenne|Guadeloupe|Marigot|Martinique|Reunion|Mayotte/;

/**
 * Whether consent is required by the browser's time zone: in Europe, and where the zone names no region. The collector
 * knows the country and can still drop the event.
 */
export function needsConsent(): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    !/^(A(frica|merica|ntarctica|sia|ustralia)|Indian|Pacific)\//.test(timeZone) ||
    overseas.test(timeZone)
  );
}
