import { statusOfWord } from '#contract/conversions/status-words.ts';
import type { CollectProject } from '../collect-project.ts';
import type { PostbackFields } from './postback-fields.ts';
import type { PostbackReport } from './postback-versions.ts';

/** One conversion per order or transaction, or per click where a network sends no transaction id. */
export function eventOf(fields: PostbackFields, clickId: string, { primaryEvent }: CollectProject) {
  const name = (fields('event') ?? primaryEvent).toLowerCase();
  const [own, transaction] = [fields('order_id'), fields('txid')];
  const [status, payout] = [fields('status'), fields('payout')];
  const value = fields('value') ?? payout;
  const order = own ?? transaction;
  return {
    event_name: name,
    click_id: clickId,
    ...(order === undefined ? { event_id: `click ${clickId}` } : { order_id: order }),
    ...(own === undefined ? { order_network: fields('network') } : {}),
    value,
    ...(fields('value') === undefined ? {} : { payout }),
    currency: fields('currency'),
    status: status === undefined ? status : (statusOfWord(status) ?? status.toLowerCase()),
    affid: fields('affid'),
    affsub: fields('affsub'),
    goal: fields('goal'),
  };
}

/** Networks repeat unanswered postbacks: an equal postback is a repeat, a different one is new. */
export function reportOf(
  event: ReturnType<typeof eventOf>,
  { primaryEvent }: CollectProject,
  scope: string,
): PostbackReport {
  const { event_name: name, click_id: click, value, currency, ...more } = event;
  const amountOf = (sent: string | undefined) =>
    name === 'refund' ? sent?.replace(/^-/, '') : sent;
  const order =
    'order_id' in event ? [scope, event.order_id, scope === 'affiliate' ? click : ''] : null;
  return {
    transaction: [name, order ? ['order', ...order] : ['click', click]],
    amounts: [amountOf(value), currency],
    otherFields: [
      ...[click, amountOf(more.payout), more.status, more.affid, more.affsub],
      ...(more.goal === undefined ? [] : [more.goal]),
    ],
    keepsTime: name === primaryEvent && order === null,
  };
}
