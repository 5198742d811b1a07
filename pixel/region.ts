/** Zones of the European Economic Area that lie in other parts of the world. */
const overseas = /Nicosia|Famagusta|Ceuta|Cayenne|Guadeloupe|Marigot|Martinique|Reunion|Mayotte/;

/**
 * Whether consent comes first where this browser's clock says it is: in Europe, and wherever the clock tells no region.
 * The collector, which knows the country, has the last word in favour of the visitor.
 */
export function needsConsent(): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    !/^(A(frica|merica|ntarctica|sia|ustralia)|Indian|Pacific)\//.test(timeZone) ||
    overseas.test(timeZone)
  );
}
