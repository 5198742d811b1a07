import { publicEventFields } from '#contract/collect/public.ts';

/** Fields that no address gives: they have another name there, or need more than a text. */
const elsewhere = new Set<string>(['event_name', 'url', 'referrer', 'params', 'test']);
/** A click has no order, person or time of its own: what a link says of them is a macro that nobody filled. */
const ofNoClick = new Set<string>([
  'event_id',
  'event_time',
  'order_id',
  'value',
  'currency',
  'visitor_id',
  'external_id',
  'click_id',
]);

type Query = Readonly<Record<string, unknown>>;
type Fields = ReadonlyMap<string, string>;

const named: Fields = new Map(
  publicEventFields
    .filter((field) => !elsewhere.has(field))
    .map((field) => [field.toLowerCase(), field]),
);
const ofClicks: Fields = new Map([...named].filter(([, field]) => !ofNoClick.has(field)));

/** What the query of an address says about an event; what else stands in it is not read. */
export const toldIn = (query: Query): Record<string, string> => told(query, named);

/** What the query of a tracking link says about where somebody came from. */
export const toldOfClick = (query: Query): Record<string, string> => told(query, ofClicks);

function told(query: Query, fields: Fields): Record<string, string> {
  const found = Object.entries(query).flatMap(([name, value]) => {
    const field = fields.get(name.toLowerCase());
    return field && typeof value === 'string' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(found);
}
