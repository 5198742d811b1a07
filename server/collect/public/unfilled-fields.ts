import { addressDimensions, sentForm } from '#contract/analytics/dimensions.ts';
import { isUnfilled } from '#contract/collect/unfilled.ts';

/** Ids that tell where a visitor came from or who it is. An event without them still happened. */
const optional = new Set<string>([
  ...addressDimensions.filter((name) => sentForm(name).as !== 'text'),
  ...'click_id visitor_id external_id fbclid gclid gbraid wbraid ttclid msclkid ScCid fbp fbc'.split(
    ' ',
  ),
]);

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Removes unfilled ids from a visitor's event, which the visitor cannot send again; with them, different visitors would
 * count as one. Ids of events and orders stay, and the event is refused by their names.
 */
export function withoutUnfilled(input: unknown): { event: unknown; unfilled: string[] } {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { event: input, unfilled: [] };
  const fields = Object.entries(input);
  const isEmpty = ([name, value]: [string, unknown]) =>
    optional.has(name) && isText(value) && isUnfilled(value);
  const unfilled = fields.filter(isEmpty);
  if (unfilled.length === 0) return { event: input, unfilled: [] };
  const { click_id: click } = Object.fromEntries(unfilled);
  const event = Object.fromEntries(
    fields.filter(
      (field) =>
        !isEmpty(field) && !(field[0] === 'event_id' && isText(click) && field[1] === click),
    ),
  );
  return { event, unfilled: unfilled.map(([name]) => name.toLowerCase()) };
}
