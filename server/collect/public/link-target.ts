import type { FastifyRequest } from 'fastify';
import { tidyText } from '#contract/collect/field-text.ts';
import { isUnfilled } from '#contract/collect/unfilled.ts';
import type { Decision } from '../../offer-clicks/decide-click.ts';
import { fillMacros, hasMacros } from '../../offer-clicks/fill-macros.ts';
import type { OfferBook } from '../../offer-clicks/offer-book.ts';
import type { OfferPins } from '../../warehouse/rows.ts';
import { isPersonal } from '../network-address.ts';
import { agentOf } from '../user-agent.ts';
import type { Intake } from './intake.ts';
import type { DestinationOf, Link } from './link-destinations.ts';
import type { Pixel } from './pixel-keys.ts';
import { clickFields } from './query-fields.ts';

type Offered = {
  /** The public id of the offer that the click is stored with. */
  offerId: string;
  pins: OfferPins;
};

/** Where a link leads. A refused click leads nowhere. */
export type Target = { pixel: Pixel; url: string; offered: Offered | null };

type Dependencies = {
  intake: Intake;
  destinationOf: DestinationOf;
  offerBook: OfferBook;
  now: () => Date;
};

/** Finds where a link leads: for this visitor, if it has an offer. Null where it leads nowhere. */
export async function targetOf(
  { intake, destinationOf, offerBook, now }: Dependencies,
  {
    isTried,
    isChosen = false,
    ...link
  }: Link & { isTried: boolean; isChosen?: boolean | undefined },
  request: FastifyRequest,
): Promise<Target | null> {
  const { affid, offer } = link;
  const destination = await destinationOf(link);
  if (!destination) return null;
  const { pixel, home, access } = destination;
  if (offer === undefined) return home === null ? null : { pixel, url: home, offered: null };
  const { country, agent, isBot } = intake.senderOf(request);
  const query = request.query as Readonly<Record<string, unknown>>;
  const { device, system } = agentOf(agent);
  const visitor = { country, device };
  const isTest = query.test === '1';
  const click = {
    ...visitor,
    projectId: pixel.project.id,
    offerId: offer,
    affid,
    os: system,
    at: now().getTime(),
    isTest,
    fills: !isTest && !isBot && !isTried,
    isChosen,
  };
  const decision = await offerBook.decide(click, (offer) => access.get(offer));
  if (!decision) return null;
  const url = addressIn(decision, home, () => ({
    ...visitor,
    ...namedBy(query, request.headers['sec-gpc'] === '1'),
    affid,
    offer_id: decision.offer.offerId,
  }));
  if (url === null) return null;
  return { pixel, url, offered: { offerId: decision.offer.offerId, pins: decision.pins } };
}

function addressIn(
  { url, pins }: Decision,
  home: string | null,
  values: () => Parameters<typeof fillMacros>[1],
): string | null {
  if (pins.offer_route === 'refused') return '';
  if (url === '') return home;
  return hasMacros(url) ? fillMacros(url, values()) : url;
}

const fromLink = ['affsub', 'campaign_id', 'adset_id', 'ad_id'] as const;

/** What the link names. Of a visitor who objects nothing is passed on. */
function namedBy(query: Readonly<Record<string, unknown>>, objects: boolean) {
  const fields = objects ? {} : clickFields(query);
  const named = { affsub: '', campaign_id: '', adset_id: '', ad_id: '' };
  for (const name of fromLink) {
    const value = tidyText(fields[name] ?? '');
    if (!isPersonal(value) && !isUnfilled(value)) named[name] = value;
  }
  return named;
}
