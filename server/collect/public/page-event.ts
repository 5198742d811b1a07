import {
  costFields,
  type ReadEvent,
  readEvent,
  refuse,
  refuseUnknown,
  trackedFields,
} from '#contract/collect/events.ts';
import { fitting } from '#contract/collect/params.ts';
import { publicEventFields } from '#contract/collect/public.ts';

/** What the request itself tells about whoever sent it. */
export type Sender = {
  address: string;
  userAgent: string;
  /** By how many milliseconds their clock is ahead of ours. */
  clockAhead: number;
};

const allowed = new Set<string>(publicEventFields);
const known = new Set([...trackedFields, ...costFields]);
const forServers = new Set(['cost', 'refund']);
const longestAgent = 2_048;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads an event of a browser: with a public key nobody reports the server's side, a status, a cost or a refund. Of
 * `params` what does not fit is left out: a page would not hear why, and its sale be lost.
 */
export function publicReader({ address, userAgent, clockAhead }: Sender) {
  return (input: unknown): ReadEvent => {
    if (!isObject(input)) return readEvent(input);
    const { ScCid, ...fields } = input;
    const foreign = Object.keys(fields).filter((field) => !allowed.has(field));
    const [unknown] = foreign.filter((field) => !known.has(field));
    if (unknown !== undefined) return refuseUnknown(unknown);
    const [forbidden] = foreign;
    if (forbidden !== undefined)
      return refuse(forbidden, 'not_allowed', 'needs the key of a server');
    const { params } = fields;
    const read = readEvent({
      ...fields,
      ...(isObject(params) && { params: fitting(params) }),
      ...(ScCid !== undefined && { sccid: ScCid }),
    });
    if (read.kind === 'refused') return read;
    if (read.kind === 'cost' || forServers.has(read.event.event_name))
      return refuse('event_name', 'not_allowed', 'names an event that needs the key of a server');
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
