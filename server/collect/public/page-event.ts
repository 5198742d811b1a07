import {
  costFields,
  eventFields,
  type ReadEvent,
  readEvent,
  refusedEvent,
  refusedUnknownField,
} from '#contract/collect/events.ts';
import { truncateParams } from '#contract/collect/params.ts';
import { publicEventFields } from '#contract/collect/public.ts';

/** What a request tells about its sender. */
export type Sender = {
  address: string;
  userAgent: string;
  /** The milliseconds by which the sender's clock is ahead of ours. */
  clockAhead: number;
};

const allowed = new Set<string>(publicEventFields);
const known = new Set([...eventFields, ...costFields]);
const forServers = new Set(['cost', 'refund']);
const longestAgent = 2_048;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses an event of a browser: a public key cannot report server events, statuses, costs or refunds. Invalid `params`
 * are left out, because a page would not see the error and its sale would be lost.
 */
export function publicReader({ address, userAgent, clockAhead }: Sender) {
  return (input: unknown): ReadEvent => {
    if (!isObject(input)) return readEvent(input);
    const { ScCid, ...fields } = input;
    const foreign = Object.keys(fields).filter((field) => !allowed.has(field));
    const [unknown] = foreign.filter((field) => !known.has(field));
    if (unknown !== undefined) return refusedUnknownField(unknown);
    const [forbidden] = foreign;
    if (forbidden !== undefined)
      return refusedEvent(forbidden, 'not_allowed', 'needs the key of a server');
    const { params } = fields;
    const read = readEvent({
      ...fields,
      ...(isObject(params) && { params: truncateParams(params) }),
      ...(ScCid !== undefined && { sccid: ScCid }),
    });
    if (read.kind === 'refused') return read;
    if (read.kind === 'cost' || forServers.has(read.event.event_name))
      return refusedEvent(
        'event_name',
        'not_allowed',
        'names an event that needs the key of a server',
      );
    const { event_time: time } = read.event;
    const event = {
      ...read.event,
      source: 'browser' as const,
      client_ip: address,
      user_agent: userAgent.slice(0, longestAgent),
      event_time: time === undefined ? time : time - clockAhead,
    };
    return { kind: 'tracked', event };
  };
}
