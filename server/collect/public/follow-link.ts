import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { linkClickId } from '../../attribution/link-click.ts';
import type { OfferBook } from '../../offer-clicks/offer-book.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { orUnavailable } from '../or-unavailable.ts';
import type { Intake } from './intake.ts';
import { landingUrl, withClickId } from './landing-url.ts';
import type { DestinationOf, Link } from './link-destinations.ts';
import { targetOf } from './link-target.ts';
import { clickFields } from './query-fields.ts';

export type FollowDependencies = {
  intake: Intake;
  destinationOf: DestinationOf;
  offerBook: OfferBook;
  now: () => Date;
};

type Followed = {
  /** Null of a visitor who objects to be recognised. */
  clickId: string | null;
  url: string;
  /** Whether the offer takes no more clicks. */
  isFull: boolean;
  /** Why the click was not kept; visitors are led on all the same. */
  refusal: Refusal | null;
};

type Options = {
  /** The id of the click where it was made before; by default a new one. */
  clickId?: string | null;
  /** Who only tries a link makes no click. */
  isTried: boolean;
  /** Whether a split test chose the offer. */
  isChosen?: boolean;
};

/** Counts the click of a tracking link and finds where it leads. Null where it leads nowhere. */
export async function followLink(
  { intake, ...dependencies }: FollowDependencies,
  request: FastifyRequest,
  { link, clickId: given, isTried, isChosen }: Options & { link: Link },
): Promise<Followed | null> {
  const { headers } = request;
  const query = request.query as Readonly<Record<string, unknown>>;
  const target = await orUnavailable(
    targetOf({ intake, ...dependencies }, { ...link, isTried, isChosen }, request),
  );
  if (!target) return null;
  const { pixel, url, offered } = target;
  const pins = offered?.pins;
  const objects = headers['sec-gpc'] === '1';
  const clickId = objects ? null : (given ?? linkClickId(pixel.project.id));
  const event = {
    ...clickFields(query),
    event_name: 'click',
    affid: link.affid,
    ...(offered ? { offer_id: offered.offerId } : {}),
    ...(clickId === null ? {} : { click_id: clickId }),
    ...(headers.referer ? { referrer: headers.referer } : {}),
    ...(query.test === '1' ? { test: true } : {}),
  };
  const refusal = await refusalOf(
    isTried ? intake.tested(pixel, request) : intake.followed(pixel, { event, pins }, request),
  );
  const isFull = pins?.offer_route === 'refused';
  if (isFull) return { clickId, url, isFull, refusal };
  // Without a kept click of the link, the click that the page reports is the only one and must count.
  const reportedClick = refusal || isTried ? { ...event, click_id: plainClickId() } : event;
  const address = clickId === null ? withClickId(url, '') : landingUrl(url, reportedClick);
  return { clickId, url: address, isFull, refusal };
}

async function refusalOf(followed: ReturnType<Intake['followed']>): Promise<Refusal | null> {
  try {
    const [first] = await followed;
    return first ? invalid(first.field, first.message) : null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const plainClickId = (): string => `ck_${randomBytes(16).toString('base64url')}`;
