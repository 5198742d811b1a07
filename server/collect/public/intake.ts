import type { FastifyRequest } from 'fastify';
import type { Refusal as EventRefusal } from '#contract/collect-answer.ts';
import { forbidden, Refusal } from '../../plugins/refusal.ts';
import { acceptEvents } from '../accept.ts';
import { truncateAddress } from '../address.ts';
import { answered } from '../answered.ts';
import type { Inbox } from '../inbox.ts';
import { withoutTraces } from './anonymous.ts';
import type { Buckets } from './buckets.ts';
import { publicReader } from './event.ts';
import type { Pixel } from './pixels.ts';
import { prepared } from './prepared.ts';
import { isAllowedSite } from './site.ts';
import type { Tally } from './tally.ts';

export type Limits = {
  /** By the network somebody comes from, for all pixels together. */
  addresses: Buckets;
  pixels: Buckets;
};

export type Letter = {
  events: readonly unknown[];
  consent?: 'granted' | 'denied' | undefined;
  sentAt?: number | undefined;
};

export type Intake = {
  /** Keeps what a browser reports; what is refused is counted and said. Resolves after the commit. */
  take(pixel: Pixel | null, letter: Letter, request: FastifyRequest): Promise<EventRefusal[]>;
};

type Dependencies = { inbox: Inbox; tally: Tally; limits: Limits; now: () => Date };

/** Clocks that differ by less are believed: the difference is the way the request took. */
const believedSkew = 60_000;

export function createIntake({ inbox, tally, limits, now }: Dependencies): Intake {
  const admit = (pixel: Pixel | null, count: number, request: FastifyRequest): Pixel => {
    const refuse = (reason: string, refusal: Refusal): Refusal => {
      if (pixel) tally.count(pixel.id, reason, count);
      return refusal;
    };
    const wait = limits.addresses.take(truncateAddress(request.ip), count);
    if (wait > 0) throw refuse('rate_address', tooMany(wait));
    if (!pixel) throw forbidden('This pixel is not known.');
    if (!pixel.isActive) throw refuse('pixel_paused', forbidden('This pixel is paused.'));
    if (!isAllowedSite(pixel.domains, request.headers))
      throw refuse('domain_not_allowed', forbidden('This site may not use the pixel.'));
    const later = limits.pixels.take(`${pixel.id}`, count);
    if (later > 0) throw refuse('rate_pixel', tooMany(later));
    return pixel;
  };

  return {
    async take(found, { events, consent, sentAt }, request) {
      const pixel = admit(found, events.length, request);
      const at = now();
      const isAnonymous = !hasAgreed(pixel, consent, request);
      const ahead = sentAt === undefined ? 0 : sentAt - at.getTime();
      const read = publicReader({
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        clockAhead: Math.abs(ahead) < believedSkew ? 0 : ahead,
      });
      const { deliveries, refusals } = acceptEvents(
        events.map((event) => prepared(event, isAnonymous)),
        { project: pixel.project, at, backfill: false, rateOf: () => null, read },
      );
      for (const { code } of refusals) tally.count(pixel.id, code);
      const kept = isAnonymous ? deliveries.map(withoutTraces) : deliveries;
      await answered(inbox.keep(pixel.project.id, kept, []));
      tally.count(pixel.id, 'bot', kept.filter(isBot).length);
      return refusals;
    },
  };
}

/** Global Privacy Control is a no, whatever the page says; where the page says nothing, the pixel's mode decides. */
function hasAgreed(
  { consentMode }: Pixel,
  consent: Letter['consent'],
  { headers }: FastifyRequest,
): boolean {
  if (headers['sec-gpc'] === '1' || consent === 'denied') return false;
  return consent === 'granted' || consentMode === 'assumed';
}

const isBot = ({ accepted }: { accepted: { kind: string; event?: { is_bot: number } } }): boolean =>
  accepted.event?.is_bot === 1;

/** Not all come back in the same second. */
const tooMany = (wait: number) =>
  new Refusal(
    429,
    { detail: 'Too many events. Send them again later.' },
    wait + Math.floor(Math.random() * 3),
  );
