import type pg from 'pg';
import { createLastingCache } from '../platform/ttl-cache.ts';
import type { BookCap, BookOffer } from './book-offer.ts';
import { capPeriod } from './cap-period.ts';
import {
  type AccessOf,
  type ClickFacts,
  type Decision,
  decideClick,
  isOf,
  isOver,
  ledByShip,
  mayRun,
} from './decide-click.ts';
import { mostHops, type OfferChain, readChain } from './offer-chain.ts';
import { createSentClicks } from './sent-clicks.ts';

export type LinkedClick = ClickFacts & {
  projectId: number;
  /** The public id of the offer of the link. */
  offerId: string;
  /** Whether it fills caps: tests, machines and mere tries do not. */
  fills: boolean;
  /** Whether a split test chose the offer: what was shipped about it is not followed. */
  isChosen?: boolean;
};

type KnownChain = { key: string; chain: OfferChain };

/** The offers of links, in memory, and the clicks that are sent to them. */
export type OfferBook = {
  /** Decides about a click; null where the project has no such offer. */
  decide(click: LinkedClick, accessOf: AccessOf): Promise<Decision | null>;
  /** Counts the clicks that were sent. */
  flush(): Promise<void>;
  /** Reads everything again after a change. */
  forget(): void;
};

/** A process tells the others of its clicks, and hears of theirs, before it has used up this part of a cap's room. */
const partAlone = 0.1;

type Dependencies = {
  pool: pg.Pool;
  now: () => Date;
  /** While the database is silent, what is known of the offers and what this process sends decides. */
  isSilent?: (() => boolean) | undefined;
};

export function createOfferBook({ pool, now, isSilent }: Dependencies): OfferBook {
  const sent = createSentClicks(pool, isSilent);
  const chains = createLastingCache(async (key: string) => {
    const [projectId, offerId]: [number, string] = JSON.parse(key);
    await sent.flush();
    const chain = await readChain(pool, { projectId, offerId, at: now() });
    for (const offer of chain ?? []) {
      for (const cap of offer.caps) cap.added = sent.waiting(offer.id, cap.affid) * weightOf(cap);
    }
    return chain;
  }, isSilent);

  /** When the period of a cap is over, its counter begins anew. */
  async function chainAt(key: string, at: number): Promise<OfferChain | null> {
    const chain = await chains.of(key);
    const hasEnded = chain?.some(({ caps }) => caps.some((cap) => isOver(cap, at)));
    if (!hasEnded) return chain;
    return chains.fresh(key).catch(() => {
      for (const { caps } of chain ?? []) for (const cap of caps) beginAnew(cap, at);
      return chain;
    });
  }

  async function chainOf(projectId: number, offerId: string, at: number) {
    const key = JSON.stringify([projectId, offerId]);
    const chain = await chainAt(key, at);
    return chain && { key, chain };
  }

  /** Follows shipped tests from the offer of a link, as far as the affiliate has access. */
  async function shippedFrom(linked: KnownChain, click: LinkedClick, accessOf: AccessOf) {
    let found = linked;
    for (let hop = 0; hop < mostHops && !click.isChosen; hop += 1) {
      const { leadsTo } = found.chain[0];
      if (leadsTo === null) return found;
      const next = await chainOf(click.projectId, leadsTo, click.at).catch(() => null);
      if (!next || !mayRun(next.chain[0], accessOf)) return found;
      found = next;
    }
    return found;
  }

  /** Whether the click may go; false where a cap on clicks filled up meanwhile. */
  async function send(offer: BookOffer, { affid, at }: ClickFacts, renew: () => void) {
    const own = offer.caps.filter((cap) => isOf(cap, affid) && !isOver(cap, at));
    if (own.length === 0) return true;
    for (const cap of own) cap.added += weightOf(cap);
    const ofClicks = own.filter(({ metric }) => metric === 'clicks');
    const mayGo = await sent.send({ offer: offer.id, affid, at, caps: ofClicks });
    if (!mayGo) {
      for (const cap of own) cap.added -= weightOf(cap);
      for (const cap of ofClicks) cap.used = Math.max(cap.used, cap.limit);
    }
    if (!mayGo || own.some(isNearlyAlone)) renew();
    return mayGo;
  }

  return {
    async decide(click, accessOf) {
      const linked = await chainOf(click.projectId, click.offerId, click.at);
      if (!linked) return null;
      const { key, chain } = await shippedFrom(linked, click, accessOf);
      for (;;) {
        const decided = decideClick(chain, click, accessOf);
        const decision = key === linked.key ? decided : ledByShip(decided, linked.chain[0]);
        const { offer_route: route } = decision.pins;
        const isSent = route === 'offer' || route === 'fallback_offer';
        if (!click.fills || !isSent) return decision;
        // A cap that filled up meanwhile is full in the next round.
        if (await send(decision.offer, click, () => chains.renew(key))) return decision;
      }
    },
    flush: sent.flush,
    forget: chains.forget,
  };
}

/** The next period of a cap whose counter cannot be read. What is in flight will convert in it. */
function beginAnew(cap: BookCap, at: number): void {
  if (!isOver(cap, at)) return;
  const { from, to } = capPeriod(cap.interval, new Date(at), cap.zone);
  const inFlight = cap.metric === 'conversions' ? cap.inFlight + cap.added : 0;
  Object.assign(cap, { used: 0, inFlight, added: 0, periodStart: from, periodEnd: to });
}

/** Each click fills a cap on clicks by one, and one on conversions by what is expected of it. */
const weightOf = ({ metric, perClick }: BookCap): number =>
  metric === 'clicks' ? 1 : metric === 'conversions' ? perClick : 0;

const isNearlyAlone = ({ limit, used, inFlight, added }: BookCap): boolean =>
  added > partAlone * (limit - used - inFlight);
