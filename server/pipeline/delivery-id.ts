import { hash, randomBytes } from 'node:crypto';
import type { Side } from '../warehouse/rows.ts';

/** 16 bytes as hex that identify repeated deliveries of an event. */
export type DeliveryId = string;

export type Identifiable = {
  event_name: string;
  side: Side;
  delivery_id: string | undefined;
  event_id: string | undefined;
  /**
   * Whether equal content can only be a retry: true for events with a time, false for costs, whose latest value
   * applies.
   */
  isOnce: boolean;
  /** Conversions, refunds and costs with one event id but different content are separate deliveries. */
  isMoney: boolean;
};

/** The occurrences of each content in one request, because equal events of one request are no retries. */
export type Occurrences = Map<string, number>;

export function deliveryIdOf(
  raw: object,
  event: Identifiable,
  occurrences: Occurrences,
): DeliveryId {
  if (event.delivery_id) return digest(`given\n${event.delivery_id}`);
  if (event.event_id && !event.isMoney)
    return digest(`event\n${event.side}\n${event.event_name}\n${event.event_id}`);
  if (event.event_id) return digest(`content\n${contentOf(raw, event)}`);
  if (!event.isOnce) return randomBytes(16).toString('hex');
  const content = contentOf(raw, event);
  const occurrence = occurrences.get(content) ?? 0;
  occurrences.set(content, occurrence + 1);
  return digest(`occurrence ${occurrence}\n${content}`);
}

/** An event of a browser never equals one of a server, even with the same content. */
const contentOf = (raw: object, { side }: Identifiable): string =>
  side === 'browser' ? `browser\n${canonical(raw)}` : canonical(raw);

/** JSON with sorted keys, so that equal events have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}

const digest = (text: string): DeliveryId => hash('sha256', text, 'hex').slice(0, 32);
