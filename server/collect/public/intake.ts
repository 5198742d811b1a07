import type { FastifyRequest } from 'fastify';
import type { Refusal as EventRefusal } from '#contract/collect/answer.ts';
import type { EventRow } from '#server/warehouse/rows.ts';
import type { Surroundings } from '../../geo/address-info.ts';
import { edgePlaceOf } from '../../geo/edge-headers.ts';
import { placed } from '../../geo/event-place.ts';
import { placeOf } from '../../geo/place.ts';
import type { Inbox } from '../../pipeline/inbox.ts';
import { forbidden, Refusal } from '../../platform/refusal.ts';
import { acceptEvents, type Delivery } from '../accept.ts';
import { answered } from '../acknowledge.ts';
import { truncateAddress } from '../addresses.ts';
import { isAllowedSite } from './allowed-site.ts';
import { withoutTraces } from './anonymize.ts';
import type { Variety } from './cardinality.ts';
import { type Consent, hasAgreed } from './consent.ts';
import type { Tally } from './counters.ts';
import { publicReader } from './page-event.ts';
import type { Pixel } from './pixel-keys.ts';
import { prepared } from './pseudonymize.ts';
import { tooMany } from './retry-after.ts';
import type { Buckets } from './token-buckets.ts';

export type Limits = {
  /** Of the networks that people come from, for all pixels together. */
  networks: Buckets;
  pixels: Buckets;
};

export type Letter = {
  events: readonly unknown[];
  consent?: Consent | undefined;
  sentAt?: number | undefined;
  /** Whether a tracking link made it. */
  isOfLink?: boolean;
};

export type Reported = {
  refusals: EventRefusal[];
  /** What was kept of people who agreed to be known. */
  known: EventRow[];
};

/** Both keep what they are given, count and say what is refused, and resolve after the commit. */
export type Intake = {
  /** What a page reports with the key of a pixel. */
  reported(pixel: Pixel | null, letter: Letter, request: FastifyRequest): Promise<Reported>;
  /**
   * The click of a tracking link. A link asks nobody for consent, but keeps nothing in the browser either: an
   * objection sent with the request is what counts. Nobody makes the same click again: what cannot be kept is counted
   * as lost.
   */
  followed(pixel: Pixel, event: object, request: FastifyRequest): Promise<EventRefusal[]>;
};

type Dependencies = {
  inbox: Inbox;
  tally: Tally;
  limits: Limits;
  now: () => Date;
  surroundings: Surroundings;
  variety: Variety;
};

/** Clocks that differ by less are believed: the difference is the way the request took. */
const believedSkew = 60_000;

export function createIntake(dependencies: Dependencies): Intake {
  const { inbox, tally, limits, now, surroundings, variety } = dependencies;

  const refused = (pixel: Pixel, reason: string, count: number, refusal: Refusal): Refusal => {
    tally.count(pixel.id, reason, count);
    return refusal;
  };

  const stayWithinRates = (pixel: Pixel, count: number, { ip }: FastifyRequest): void => {
    const network = limits.networks.take(truncateAddress(ip), count);
    if (network > 0) throw refused(pixel, 'rate_network', count, tooMany(network));
    const own = limits.pixels.take(`${pixel.id}`, count);
    if (own > 0) throw refused(pixel, 'rate_pixel', count, tooMany(own));
  };

  const keep = async (
    pixel: Pixel,
    { events, consent, sentAt, isOfLink = false }: Letter,
    request: FastifyRequest,
  ): Promise<Reported & { kept: number }> => {
    stayWithinRates(pixel, events.length, request);
    const at = now();
    const edge = edgePlaceOf(request);
    const isAnonymous = !hasAgreed({
      mode: pixel.consentMode,
      said: consent,
      objects: request.headers['sec-gpc'] === '1',
      country: placeOf([edge, surroundings.placeAt(request.ip)]).country,
    });
    const ahead = sentAt === undefined ? 0 : sentAt - at.getTime();
    const read = publicReader({
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      clockAhead: Math.abs(ahead) < believedSkew ? 0 : ahead,
    });
    const { deliveries, refusals } = acceptEvents(
      events.map((event) => prepared(event, isAnonymous)),
      {
        project: pixel.project,
        at,
        backfill: false,
        rateOf: () => null,
        isOfLink,
        read: (event) => placed(read(event), (address) => [edge, surroundings.placeAt(address)]),
      },
    );
    const isMachine = surroundings.isDatacenter(request.ip);
    const limited = deliveries.map((delivery) => variety(delivery, pixel.project));
    const kept = limited
      .map(({ delivery }) => delivery)
      .map((delivery) => (isAnonymous ? withoutTraces(delivery) : delivery))
      .map((delivery) => (isMachine ? asBot(delivery) : delivery));
    const receipt = await answered(inbox.keep(pixel.project.id, kept.map(cameBy(pixel)), []));
    for (const { code } of refusals) tally.count(pixel.id, code);
    for (const column of limited.flatMap(({ exceeded }) => exceeded))
      tally.count(pixel.id, `too_many_${column}`);
    const bots = deliveries.filter(isBot).length;
    tally.count(pixel.id, 'bot', bots);
    if (isMachine) tally.count(pixel.id, 'datacenter', kept.length - bots);
    const known = isAnonymous ? [] : kept.flatMap(eventIn);
    return { kept: receipt.accepted, refusals, known };
  };

  return {
    reported: async (pixel, letter, request) => {
      const count = letter.events.length;
      if (!pixel) throw forbidden('This pixel is not known.');
      if (!pixel.isActive)
        throw refused(pixel, 'pixel_paused', count, forbidden('This pixel is paused.'));
      if (!isAllowedSite(pixel.domains, request.headers))
        throw refused(
          pixel,
          'domain_not_allowed',
          count,
          forbidden('This site may not use the pixel.'),
        );
      const { kept, ...reported } = await keep(pixel, letter, request);
      tally.arrived(pixel.id, kept);
      return reported;
    },
    followed: async (pixel, event, request) => {
      const letter: Letter = { events: [event], consent: 'granted', isOfLink: true };
      try {
        return (await keep(pixel, letter, request)).refusals;
      } catch (error) {
        if (error instanceof Refusal && error.status === 503) tally.count(pixel.id, 'not_kept');
        throw error;
      }
    },
  };
}

/** Whoever watches the pixel wants to know which events are its own. */
const cameBy =
  ({ id }: Pixel) =>
  ({ deliveryId, accepted }: Delivery): Delivery => ({
    deliveryId,
    accepted: accepted.kind === 'event' ? { ...accepted, pixel: id } : accepted,
  });

const eventIn = ({ accepted }: Delivery): EventRow[] =>
  accepted.kind === 'event' ? [accepted.event] : [];

const isBot = ({ accepted }: Delivery): boolean =>
  accepted.kind === 'event' && accepted.event.is_bot === 1;

function asBot(delivery: Delivery): Delivery {
  const { accepted } = delivery;
  if (accepted.kind === 'cost') return delivery;
  return { ...delivery, accepted: { ...accepted, event: { ...accepted.event, is_bot: 1 } } };
}
