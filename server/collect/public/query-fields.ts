import { publicEventFields } from '#contract/collect/public.ts';

/** Fields that are not read from a URL: they have another name there, or are no text. */
const elsewhere = new Set<string>(['event_name', 'url', 'referrer', 'params', 'test']);
/** A click has no order, person or time of its own: in a link's URL these are unfilled macros. */
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

/** The event fields in a URL's query; other parameters are ignored. */
export const queryFields = (query: Query): Record<string, string> => fieldsIn(query, named);

/** The origin fields in a tracking link's query. */
export const clickFields = (query: Query): Record<string, string> => fieldsIn(query, ofClicks);

function fieldsIn(query: Query, fields: Fields): Record<string, string> {
  const found = Object.entries(query).flatMap(([name, value]) => {
    const field = fields.get(name.toLowerCase());
    return field && typeof value === 'string' ? [[field, value] as const] : [];
  });
  return Object.fromEntries(found);
}
