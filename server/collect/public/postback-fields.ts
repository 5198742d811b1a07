import type { FastifyRequest } from 'fastify';
import { tidyText } from '#contract/collect/field-text.ts';
import { withoutUnstorable } from '#contract/storable-text.ts';
import type { PostbackRecord } from '../../postbacks/postback-recorder.ts';
import type { CollectProject } from '../collect-project.ts';
import { isPersonal, truncateAddress } from '../network-address.ts';
import { isSecretName } from '../sensitive-fields.ts';

export type PostbackFields = (name: string) => string | undefined;

/** The ids of a postback. Each is refused if the network did not fill it in, or if it was rounded. */
export const postbackIds = ['click_id', 'txid', 'affid', 'order_id', 'network'] as const;

/** Fields of a postback from its URL or body; empty values are left out. */
export function postbackFields({ query, body }: FastifyRequest): PostbackFields {
  const fields = new Map<string, unknown>([...entriesOf(query), ...entriesOf(body)]);
  return (name) => {
    const value = fields.get(name);
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    return tidyText(`${value}`) || undefined;
  };
}

/** A postback in the form in which its project's people may read it. */
export function postbackRecord(
  request: FastifyRequest,
  written: PostbackFields,
  project: CollectProject,
  at: Date,
): PostbackRecord {
  const { method, ip } = request;
  const text = (name: string) => shortened(written(name) ?? '');
  return {
    project_id: project.id,
    received_at: at,
    method,
    address: addressOf(request),
    network: project.keepAddresses ? ip : truncateAddress(ip),
    result: 'accepted',
    field: null,
    message: null,
    event_uid: null,
    event_name: shortened((written('event') ?? project.primaryEvent).toLowerCase()),
    click_id: text('click_id'),
    order_id: text('order_id') || text('txid'),
    value: text('value') || text('payout'),
    currency: text('currency'),
    status: text('status').toLowerCase(),
  };
}

/** The request on one line: the fields of the body follow those of the URL. */
function addressOf({ url, query, body }: FastifyRequest): string {
  const [path = ''] = url.split('?');
  const written = [...entriesOf(query), ...entriesOf(body)].map(
    ([name, value]) => `${name}=${hidden(name, String(value))}`,
  );
  return shortened(`${path}?${written.join('&')}`, 2_048);
}

const mask = '\u2022\u2022\u2022\u2022';

/** Shows only the beginning of a key, by which people recognise it. */
function hidden(name: string, value: string): string {
  if (isPersonal(value)) return mask;
  if (!isSecretName(name)) return value;
  return name === 'key' && value.length >= 16 ? `${value.slice(0, 7)}${mask}` : mask;
}

const shortened = (text: string, most = 256): string => withoutUnstorable(text.slice(0, most));

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
