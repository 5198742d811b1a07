import { textMap } from '#contract/text-map.ts';
import type { PostbackFields } from './postback-fields.ts';
import { roundedId } from './rounded-id.ts';
import { unfilledMacro } from './unfilled-macros.ts';

/** The codes under which refused ids are counted. */
export const refusalCodes = {
  click_id: 'click_id_invalid',
  txid: 'order_id_invalid',
  affid: 'affid_invalid',
  order_id: 'order_id_invalid',
  network: 'network_invalid',
} as const;

/** What is wrong with the ids of a postback, before anything else is read. */
export function idFault(fields: PostbackFields, body: unknown) {
  const unfilled = unfilledMacro(fields);
  if (unfilled) return { field: unfilled, message: `${unfilled} was not filled by the network.` };
  const rounded = roundedId(body);
  if (!rounded) return null;
  return { field: rounded, message: `${rounded} is a rounded number: send it as text.` };
}

/** A problem under the parameter name that the network used. */
export function underSentName(
  { field, message }: { field: string; message: string },
  fields: PostbackFields,
) {
  const names = textMap({
    event_name: 'event',
    event_id: 'click_id',
    order_id: fields('order_id') === undefined ? 'txid' : 'order_id',
    order_network: 'network',
    value: fields('value') === undefined && fields('payout') !== undefined ? 'payout' : 'value',
  });
  const name = names.get(field) ?? field;
  return {
    field: name,
    message: message.startsWith(`${field} `) ? `${name}${message.slice(field.length)}` : message,
  };
}
