import { publicEventFields } from '#contract/collect-public.ts';

/** Fields that no address gives: they have another name there, or need more than a text. */
const elsewhere = new Set<string>(['event_name', 'url', 'referrer', 'params', 'test']);
const named = new Map(
  publicEventFields
    .filter((field) => !elsewhere.has(field))
    .map((field) => [field.toLowerCase(), field]),
);

/** What the query of an address says about an event; what else stands in it is not read. */
export function toldIn(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const told = Object.entries(query).flatMap(([name, value]) => {
    const field = named.get(name.toLowerCase());
    return field && typeof value === 'string' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(told);
}
