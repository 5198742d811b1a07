import type { FastifyRequest } from 'fastify';
import type { Refusal as EventRefusal } from '#contract/collect/answer.ts';
import type { AddressInfo } from '../../geo/address-info.ts';
import { edgePlaceOf } from '../../geo/edge-headers.ts';
import { withPlace } from '../../geo/event-place.ts';
import { placeOf } from '../../geo/place.ts';
import type { Inbox } from '../../pipeline/inbox.ts';
import { forbidden, Refusal } from '../../platform/refusal.ts';
import type { EventRow, OfferPins, TestPins } from '../../warehouse/rows.ts';
import { acceptEvents, type Delivery } from '../accept-events.ts';
import { truncateAddress } from '../network-address.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { agentOf } from '../user-agent.ts';
import { withPins } from '../with-pins.ts';
import { isAllowedSite } from './allowed-site.ts';
import { anonymized } from './anonymize.ts';
import type { LimitCardinality } from './cardinality.ts';
import { type Consent, hasAgreed } from './consent.ts';
import type { PixelCounters } from './counters.ts';
import { publicReader } from './page-event.ts';
import type { Pixel } from './pixel-keys.ts';
import { pseudonymized } from './pseudonymize.ts';
import { tooManyRequests } from './retry-after.ts';
import type { TokenBuckets } from './token-buckets.ts';
import { withoutUnfilled } from './unfilled-fields.ts';

export type Limits = {
  /** By network of the sender, for all pixels together. */
  networks: TokenBuckets;
  pixels: TokenBuckets;
};

export type PageReport = {
  events: readonly unknown[];
  consent?: Consent | undefined;
  sentAt?: number | undefined;
  /** Whether it is the click of a tracking link. */
  isOfLink?: boolean;
  /** What was decided about it by its offer or test. */
  pins?: OfferPins | TestPins | undefined;
};

export type IntakeResult = {
  refusals: EventRefusal[];
  /** The kept events of visitors who consented. */
  known: EventRow[];
};

/** `reported` and `followed` keep their events, count refusals, and resolve after the commit. */
export type Intake = {
  /** Events that a page reports with a pixel's key. */
  reported(pixel: Pixel | null, report: PageReport, request: FastifyRequest): Promise<IntakeResult>;
  /**
   * The click of a tracking link. A link cannot ask for consent but stores nothing in the browser either; an objection
   * sent with the request applies. A click cannot be sent again, so one that cannot be kept is counted as lost.
   */
  followed(
    pixel: Pixel,
    click: { event: object; pins?: OfferPins | TestPins | undefined },
    request: FastifyRequest,
  ): Promise<EventRefusal[]>;
  /** Where the sender of a request is, and whether it is a machine. */
  senderOf(request: FastifyRequest): { country: string; agent: string; isBot: boolean };
  /** A `HEAD` request to a tracking link: the rate limits of clicks apply, and nothing is kept or counted. */
  tested(pixel: Pixel, request: FastifyRequest): Promise<EventRefusal[]>;
};

type Dependencies = {
  inbox: Inbox;
  /** Keeps the clicks of links. */
  clicks: Pick<Inbox, 'keep'>;
  counters: PixelCounters;
  limits: Limits;
  now: () => Date;
  addressInfo: AddressInfo;
  limitCardinality: LimitCardinality;
};

/** Smaller differences between clocks are ignored as network delay. */
const believedSkew = 60_000;

export function createIntake(dependencies: Dependencies): Intake {
  const { inbox, clicks, counters, limits, now, addressInfo, limitCardinality } = dependencies;

  const refused = (pixel: Pixel, reason: string, count: number, refusal: Refusal): Refusal => {
    counters.count(pixel.id, reason, count);
    return refusal;
  };

  const exceededRate = async (pixel: Pixel, count: number, { ip }: FastifyRequest) => {
    const network = await orUnavailable(limits.networks.take(truncateAddress(ip), count));
    if (network > 0) return { reason: 'rate_network', refusal: tooManyRequests(network) };
    const own = await orUnavailable(limits.pixels.take(`${pixel.id}`, count));
    return own > 0 ? { reason: 'rate_pixel', refusal: tooManyRequests(own) } : null;
  };

  const stayWithinRates = async (
    pixel: Pixel,
    count: number,
    request: FastifyRequest,
  ): Promise<void> => {
    const exceeded = await exceededRate(pixel, count, request);
    if (exceeded) throw refused(pixel, exceeded.reason, count, exceeded.refusal);
  };

  const keep = async (
    pixel: Pixel,
    { events, consent, sentAt, isOfLink = false, pins }: PageReport,
    request: FastifyRequest,
  ): Promise<IntakeResult & { kept: number }> => {
    await stayWithinRates(pixel, events.length, request);
    const at = now();
    const edge = edgePlaceOf(request);
    const isAnonymous = !hasAgreed({
      mode: pixel.consentMode,
      statement: consent,
      objects: request.headers['sec-gpc'] === '1',
      country: placeOf([edge, addressInfo.placeAt(request.ip)]).country,
    });
    const ahead = sentAt === undefined ? 0 : sentAt - at.getTime();
    const read = publicReader({
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      clockAhead: Math.abs(ahead) < believedSkew ? 0 : ahead,
    });
    const filled = events.map(withoutUnfilled);
    const { deliveries, refusals } = acceptEvents(
      filled.map(({ event }) => pseudonymized(event, isAnonymous)),
      {
        project: pixel.project,
        at,
        backfill: false,
        rateOf: () => null,
        isOfLink,
        read: (event) => withPlace(read(event), (address) => [edge, addressInfo.placeAt(address)]),
      },
    );
    const isMachine = addressInfo.isDatacenter(request.ip);
    const limited = deliveries.map((delivery) => limitCardinality(delivery, pixel.project));
    const stored = limited
      .map(({ delivery }) => delivery)
      .map((delivery) => (isAnonymous ? anonymized(delivery) : delivery))
      .map((delivery) => (isMachine ? asBot(delivery) : delivery))
      .map((delivery) => (pins ? withPins(delivery, pins) : delivery));
    const receipt = await orUnavailable(
      (isOfLink ? clicks : inbox).keep(pixel.project.id, stored.map(cameBy(pixel)), []),
    );
    for (const field of filled.flatMap(({ unfilled }) => unfilled))
      counters.count(pixel.id, `${field}_unfilled`);
    for (const { code } of refusals) counters.count(pixel.id, code);
    for (const column of limited.flatMap(({ exceeded }) => exceeded))
      counters.count(pixel.id, `too_many_${column}`);
    const bots = deliveries.filter(isBot).length;
    counters.count(pixel.id, 'bot', bots);
    if (isMachine) counters.count(pixel.id, 'datacenter', stored.length - bots);
    const known = isAnonymous ? [] : stored.flatMap(eventIn);
    return { kept: receipt.accepted, refusals, known };
  };

  return {
    reported: async (pixel, report, request) => {
      const count = report.events.length;
      if (!pixel) throw forbidden('Unknown pixel.');
      if (!pixel.isActive)
        throw refused(pixel, 'pixel_paused', count, forbidden('This pixel is paused.'));
      if (!isAllowedSite(pixel.domains, request.headers))
        throw refused(
          pixel,
          'domain_not_allowed',
          count,
          forbidden('This site may not use the pixel.'),
        );
      const { kept, ...reported } = await keep(pixel, report, request);
      counters.arrived(pixel.id, kept);
      return reported;
    },
    followed: async (pixel, { event, pins }, request) => {
      const report: PageReport = { events: [event], consent: 'granted', isOfLink: true, pins };
      try {
        return (await keep(pixel, report, request)).refusals;
      } catch (error) {
        if (error instanceof Refusal && error.status === 503) counters.count(pixel.id, 'not_kept');
        throw error;
      }
    },
    senderOf: (request) => {
      const agent = request.headers['user-agent'] ?? '';
      return {
        country: placeOf([edgePlaceOf(request), addressInfo.placeAt(request.ip)]).country,
        agent,
        isBot: agentOf(agent).isBot || addressInfo.isDatacenter(request.ip),
      };
    },
    tested: async (pixel, request) => {
      const exceeded = await exceededRate(pixel, 1, request);
      if (exceeded) throw exceeded.refusal;
      return [];
    },
  };
}

/** Records the pixel of each event for people who watch its live stream. */
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
