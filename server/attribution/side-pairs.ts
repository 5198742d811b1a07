import { groupByKeys } from '../platform/group-by.ts';
import { money, priceOf } from './money.ts';
import { byText, type RawEvent } from './raw-events.ts';
import type { ReportNames } from './report-names.ts';
import type { SideReport } from './side-reports.ts';
import { DEDUP_WINDOW } from './windows.ts';

export const FALLBACK_WINDOW = 30 * 60_000;

/** One conversion with the sides that saw it. */
export type Pair = {
  server: SideReport | null;
  browser: SideReport | null;
  method: '' | 'event_id' | 'fallback';
};

type Match = { server: SideReport; browser: SideReport };

/** Pairs side reports of one event name, one server report with one browser report: by key, else by person. */
export function pairsOf(
  servers: readonly SideReport[],
  browsers: readonly SideReport[],
  { canBeOne }: Pick<ReportNames, 'canBeOne'>,
): Pair[] {
  const byKey = matches(
    servers,
    browsers,
    ({ head }) => [head.key],
    (server, browser) => withinDays(server, browser) && canBeOne(server, browser),
  );
  const taken = new Set(byKey.flatMap(({ server, browser }) => [server, browser]));
  const free = (half: SideReport) => !taken.has(half);
  const byPerson = matches(servers.filter(free), browsers.filter(free), purchasesOf, isNear);
  for (const { server, browser } of byPerson) taken.add(server).add(browser);
  return [
    ...byKey.map((match) => ({ ...match, method: 'event_id' as const })),
    ...byPerson.map((match) => ({ ...match, method: 'fallback' as const })),
    ...servers.filter(free).map((server) => ({ server, browser: null, method: '' as const })),
    ...browsers.filter(free).map((browser) => ({ server: null, browser, method: '' as const })),
  ];
}

/** The ids that name one person in events of both sides. */
export function peopleOf({ click_id, user_id }: Pick<RawEvent, 'click_id' | 'user_id'>): string[] {
  return [...(click_id ? [`c ${click_id}`] : []), ...(user_id ? [`u ${user_id}`] : [])];
}

/**
 * Texts of a person and an amount; two sides without a common key may be one conversion if they share one. All amounts
 * that a side reported count, so a sale that was pending with 0 still pairs with the page's purchase after it was
 * approved, and after its amount was corrected.
 */
function purchasesOf({ head, events }: SideReport): string[] {
  const named = events.filter((event) => event === head || !money(event.value).isZero());
  const people = peopleOf(head);
  return [...new Set(named.map(priceOf))].flatMap((price) =>
    people.map((person) => `${price} ${person}`),
  );
}

/** Whether two events of one person are near enough in time to be one conversion without a common key. */
export const isNear = (a: RawEvent, b: RawEvent): boolean =>
  Math.abs(a.time - b.time) <= FALLBACK_WINDOW;

function withinDays(a: RawEvent, b: RawEvent): boolean {
  return Math.abs(a.time - b.time) <= DEDUP_WINDOW;
}

/** The nearest in time first, ties by uid, so that the result does not depend on the order of arrival. */
function matches(
  servers: readonly SideReport[],
  browsers: readonly SideReport[],
  tagsOf: (half: SideReport) => string[],
  fits: (server: RawEvent, browser: RawEvent) => boolean,
): Match[] {
  const byTag = groupByKeys(browsers, tagsOf);
  const candidates = servers.flatMap((server) =>
    tagsOf(server)
      .flatMap((tag) => byTag.get(tag) ?? [])
      .filter((browser) => fits(server.head, browser.head))
      .map((browser) => ({ server, browser })),
  );
  const taken = new Set<SideReport>();
  return candidates.sort(byDistance).filter(({ server, browser }) => {
    if (taken.has(server) || taken.has(browser)) return false;
    taken.add(server).add(browser);
    return true;
  });
}

function byDistance(a: Match, b: Match): number {
  return (
    distance(a) - distance(b) ||
    byText(a.server.head.uid, b.server.head.uid) ||
    byText(a.browser.head.uid, b.browser.head.uid)
  );
}

function distance({ server, browser }: Match): number {
  return Math.abs(server.head.time - browser.head.time);
}
