import type { Project } from '#tests/support/reference/facts.ts';
import type { Reported, ReportedCost, ReportedEvent } from '#tests/support/reference/reported.ts';
import type { PaidOut } from '#tests/support/reference/reports.ts';
import { type Chance, chanceOf } from '../../torture/support/chance.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const now = new Date('2026-11-20T20:14:05.000Z');
const first = Date.UTC(2026, 8, 19);

/** Clock changes: Lord Howe on 4 October, Berlin on 25 October, New York on 1 November. */
const moves = [Date.UTC(2026, 9, 3, 13, 30), Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 10, 1, 4)];

export type WorldProject = Omit<Project, 'id'> & {
  name: string;
  /** In the project's currency. */
  payouts: readonly PaidOut[];
  /** The reports, request by request; a later report of a cost corrects an earlier one. */
  requests: Reported[][];
};

const changed = Date.UTC(2026, 9, 21, 15, 30);
const terms: Project['terms'] = {
  '1001': [
    { from: 0, type: 'revshare', value: '0.2' },
    { from: changed, type: 'revshare', value: '0.25' },
  ],
  '1002': [
    { from: 0, type: 'cpa', value: '7.5' },
    { from: changed, type: 'revshare', value: '0.1' },
  ],
  'süd-медиа': [{ from: 0, type: 'revshare', value: '0.1255' }],
  '1004': [{ from: 0, type: 'revshare', value: '0' }],
};
const affids: string[] = Object.keys(terms);

const payouts: readonly PaidOut[] = [
  { affid: '1001', amount: '61.125', at: '2026-10-05T12:00:00.000Z' },
  { affid: '1001', amount: '20', at: '2026-11-01T05:30:00.000Z' },
  { affid: 'süd-медиа', amount: '99.99', at: '2026-10-31T23:30:00.000Z' },
  { affid: '1004', amount: '1.5', at: '2026-09-30T00:00:00.000Z' },
];

export const rich: Omit<WorldProject, 'requests'> = {
  name: 'Acme',
  timezone: 'America/New_York',
  currency: 'USD',
  terms,
  payouts,
  rates: [
    { currency: 'EUR', from: '2026-10-01', rate: '1.0831' },
    { currency: 'EUR', from: '2026-11-01', rate: '1.1' },
  ],
};
const poor: Omit<WorldProject, 'requests'> = {
  name: 'Bazaar',
  timezone: 'Asia/Kathmandu',
  currency: 'EUR',
  terms,
  payouts,
  rates: [{ currency: 'USD', from: '2026-09-01', rate: '0.9123456789' }],
};

/** The beginning of a tracking link's click id here: the rest depends on the project. */
export const linked = 'link_';

/** Values that break a careless parser: quotes, commas, tabs, backslashes, other scripts, leading dashes. */
const odd = [
  'tt-22',
  'a,b',
  'O\'Hara "q"',
  '東京 ✓',
  '-dash',
  'back\\slash\tand tab',
  '100%_x',
  'ÉTÉ',
];

type Origin = Partial<ReportedEvent>;

export function worldOf(seed: number): WorldProject[] {
  return [
    { ...rich, requests: requestsOf(rich, chanceOf(seed), 560) },
    { ...poor, requests: requestsOf(poor, chanceOf(seed + 1), 180) },
  ];
}

function requestsOf(
  project: Omit<WorldProject, 'requests'>,
  chance: Chance,
  visitors: number,
): Reported[][] {
  const draw = drawing(chance);
  const { one, maybe, odds } = draw;
  const events: ReportedEvent[] = [];
  const taken = new Set<number>();
  /** No two events share a millisecond: otherwise their ids would decide the order. */
  const at = (time: number): string => {
    let free = Math.round(time);
    while (taken.has(free)) free += 1;
    taken.add(free);
    return new Date(free).toISOString();
  };
  const report = (time: number, event: Omit<ReportedEvent, 'event_time'>) => {
    if (time > first && time < now.getTime() - MINUTE) {
      events.push({ ...event, event_time: at(time) });
    }
  };

  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const ids = {
      ...maybe(0.85, { visitor_id: `v${visitor}` }),
      ...maybe(0.3, { external_id: `person-${visitor % 97}` }),
    };
    const clicks = chance.between(0, 4);
    let last = { time: draw.moment(), ids: {} as Origin };
    for (let click = 0; click < clicks; click += 1) {
      const time = draw.moment();
      const isLinked = (visitor + click) % 5 === 0;
      const name = `${isLinked ? linked : 'ck_'}${visitor}_${click}`;
      const known = maybe(0.6, { click_id: name });
      const clicked = isLinked ? { click_id: name } : known;
      const isForgotten = isLinked && visitor % 2 === 0;
      if (time > last.time || click === 0) last = { time, ids: isForgotten ? {} : clicked };
      const source = one(['server', 'browser'] as const);
      const seen = {
        event_name: 'click',
        ...clicked,
        ...draw.origin(),
        ...draw.place(),
        ...maybe(0.04, { user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }),
        ...maybe(0.04, { test: true }),
        ...maybe(0.1, { event_id: `click-${visitor}-${click}` }),
      };
      if (!isLinked) report(time, { ...seen, ...ids, source });
      else {
        report(time, { ...seen, source: 'server' });
        report(time + 3_000, { ...seen, ...ids, source: 'browser', device: 'tablet' });
      }
    }
    if (odds(0.3)) report(draw.moment(), { event_name: 'page_view', ...ids });

    const orders = one([0, 0, 1, 1, 1, 2, 3]);
    for (let order = 0; order < orders; order += 1) {
      const delay = one([5 * MINUTE, 3 * HOUR, 2 * DAY, 20 * DAY, 29.5 * DAY, 31 * DAY, 40 * DAY]);
      const time = odds(0.75) ? last.time + delay * (0.9 + chance.next() / 10) : draw.moment();
      buy(`${visitor}-${order}`, time, { ...ids, ...last.ids });
    }
  }

  function buy(name: string, time: number, known: Origin): void {
    const { click_id } = known;
    /** A network's postback has the click only. */
    const ids = click_id && Number.parseInt(name, 10) % 7 === 3 ? { click_id } : known;
    /** Some shops restart their order numbers each week. */
    const order = odds(0.1) ? `o-weekly-${chance.between(1, 9)}` : `o-${name}`;
    const id = { ...maybe(0.6, { event_id: `e-${name}` }), ...maybe(0.7, { order_id: order }) };
    const sale = {
      event_name: one(['purchase', 'Purchase', ' PURCHASE ']),
      ...ids,
      ...id,
      value: draw.amount(),
      currency: one([project.currency, project.currency, project.currency, 'EUR', 'JPY', 'USD']),
      ...maybe(0.3, draw.place()),
      ...maybe(0.15, { affid: one(affids) }),
      ...maybe(0.15, { offer_id: one(['101', '102']) }),
      ...maybe(0.1, { payout: draw.amount() }),
      ...maybe(0.12, { status: one(['pending', 'rejected', 'reversed'] as const) }),
      ...maybe(0.03, { user_agent: 'AdsBot-Google (+http://www.google.com/adsbot.html)' }),
      ...maybe(0.03, { test: true }),
    };
    const saw = one(['server', 'server', 'browser', 'both', 'both', 'both', 'mismatch'] as const);
    const hasServer = saw !== 'browser';
    if (hasServer) report(time, { ...sale, source: 'server' });
    if (saw === 'browser') report(time, { ...sale, source: 'browser' });
    if (saw === 'both') {
      const apart = one([MINUTE, 20 * MINUTE, 40 * MINUTE, 47 * HOUR, 49 * HOUR, -HOUR]);
      const { value, payout: _, ...same } = sale;
      report(time + apart, {
        ...same,
        source: 'browser',
        value: odds(0.8) ? value : draw.amount(),
        ...maybe(0.1, { visitor_id: `other-${name}` }),
      });
    }
    if (saw === 'mismatch') {
      const { event_id: _, order_id: __, ...same } = sale;
      const apart = one([MINUTE, 29 * MINUTE, 31 * MINUTE, -5 * MINUTE]);
      report(time + apart, { ...same, source: 'browser', event_id: `px-${name}` });
    }
    if (('event_id' in id || 'order_id' in id) && odds(0.35)) {
      const later = one([MINUTE, 10 * HOUR, 47.5 * HOUR, 48.5 * HOUR, 6 * DAY, -2 * HOUR]);
      report(time + later, {
        ...sale,
        source: hasServer ? 'server' : 'browser',
        ...maybe(0.5, { value: draw.amount() }),
        ...maybe(0.2, draw.stranger()),
        ...maybe(0.6, {
          status: one(['approved', 'pending', 'rejected', 'reversed'] as const),
        }),
      });
    }
    if (odds(0.2)) {
      const { status: _, payout: __, order_id, ...same } = sale;
      const back = time + one([-HOUR, HOUR, 4 * DAY, 33 * DAY]);
      const refund = {
        ...same,
        ...(order_id && odds(0.85) ? { order_id } : {}),
        event_name: 'refund',
        event_id: `r-${name}`,
        source: odds(0.85) ? ('server' as const) : ('browser' as const),
        value: odds(0.5) ? sale.value : draw.amount(),
        ...maybe(0.15, draw.stranger()),
        ...maybe(0.1, { status: 'rejected' as const }),
        ...maybe(0.1, { payout: draw.amount() }),
      };
      report(back, refund);
      if (odds(0.2)) {
        report(back + one([HOUR, 3 * DAY]), { ...refund, value: draw.amount(), source: 'server' });
      }
    }
  }

  const costs = costsOf(project, draw);
  const mixed = chance.shuffled<Reported>([...events, ...costs.first]);
  const size = Math.ceil(mixed.length / 5);
  return [0, 1, 2, 3, 4]
    .map((index) => mixed.slice(index * size, (index + 1) * size))
    .concat([costs.corrected])
    .filter((request) => request.length > 0);
}

function costsOf({ currency }: Omit<WorldProject, 'requests'>, draw: Drawing) {
  const { one, maybe, odds, amount } = draw;
  const first: ReportedCost[] = [];
  const corrected: ReportedCost[] = [];
  for (let day = 0; day < 62; day += 2) {
    const date = new Date(Date.UTC(2026, 8, 19) + day * DAY).toISOString().slice(0, 10);
    for (const platform of ['meta', 'google']) {
      const campaign = draw.campaign();
      const cost: ReportedCost = {
        event_name: 'cost',
        date,
        platform,
        ...maybe(0.5, { account: 'act_1' }),
        ...campaign,
        ...maybe(0.3, { affid: one(affids) }),
        spend: amount(),
        currency: one([currency, currency, 'EUR', 'JPY']),
      };
      first.push(cost);
      if (odds(0.2)) corrected.push({ ...cost, spend: amount(), currency });
    }
  }
  return { first, corrected };
}

type Drawing = ReturnType<typeof drawing>;

function drawing(chance: Chance) {
  const odds = (likelihood: number) => chance.next() < likelihood;
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[chance.between(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to choose from.');
    return item;
  };
  const maybe = <Fields extends object>(likelihood: number, fields: Fields): Partial<Fields> =>
    odds(likelihood) ? fields : {};
  const campaign = () => {
    const number = chance.between(1, 5);
    return {
      campaign_id: `c${number}`,
      ...maybe(0.8, { adset_id: `s${number}-${chance.between(1, 2)}` }),
      ...maybe(0.7, { ad_id: `a${number}-${chance.between(1, 4)}` }),
    };
  };
  return {
    odds,
    one,
    maybe,
    campaign,
    amount: () =>
      odds(0.1)
        ? `${chance.between(0, 99)}.${chance.between(100_000, 999_999)}`
        : (chance.between(0, 3_000_000) / 10_000).toFixed(one([0, 2, 4])),
    /** A fifth of all times is in the hours around a clock change. */
    moment: () =>
      odds(0.2)
        ? one(moves) + chance.next() * 6 * HOUR
        : first + chance.next() * (now.getTime() - first),
    place: (): Origin => ({
      ...maybe(
        0.85,
        one([
          { country: 'US', state: 'TX' },
          { country: 'us', state: 'US-CA' },
          { country: 'US' },
          { country: 'CA', state: 'ON' },
          { country: 'DE', state: 'Köln' },
          { country: 'XX' },
          { state: 'NY' },
        ]),
      ),
      ...maybe(0.9, { device: one(['mobile', 'Desktop', 'tablet']) }),
    }),
    /** The ids of another person, as when one person orders on two devices. */
    stranger: (): Origin => ({
      ...maybe(0.5, { visitor_id: `v${chance.between(0, 99)}` }),
      ...maybe(0.5, { external_id: `person-${chance.between(0, 96)}` }),
      ...maybe(0.5, { click_id: `ck_${chance.between(0, 99)}_${chance.between(0, 1)}` }),
    }),
    origin: (): Origin => ({
      ...one<Origin>([
        { affid: one([...affids, ...affids, 'ghost']) },
        { affid: one(affids), affsub: one(odd), utm_source: 'partner' },
        { utm_source: 'google', utm_medium: 'cpc', utm_campaign: one(odd), ...campaign() },
        { utm_source: 'facebook', utm_medium: 'cpc', ...campaign() },
        { utm_source: 'mail', utm_medium: 'email', utm_content: one(odd) },
        { referrer: 'https://www.google.com/search?q=shoes' },
        { referrer: 'https://l.facebook.com/' },
        { referrer: 'https://blog.example/post', channel: 'press' },
        { utm_medium: 'display', ...campaign() },
        {},
      ]),
      ...maybe(0.3, { offer_id: one(['101', '102', 'Ø-3']) }),
      ...maybe(0.1, { channel: one(['podcast', 'TV & radio']) }),
    }),
  };
}
