import type { Project } from '#tests/support/reference/facts.ts';
import type { Reported, ReportedCost, ReportedEvent } from '#tests/support/reference/reported.ts';
import type { PaidOut } from '#tests/support/reference/reports.ts';
import { type Random, seededRandom } from '../../torture/support/seeded-random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const now = new Date('2026-11-20T20:14:05.000Z');
const first = Date.UTC(2026, 8, 19);

/** Clock changes: Lord Howe on 4 October, Berlin on 25 October, New York on 1 November. */
const clockChanges = [
  Date.UTC(2026, 9, 3, 13, 30),
  Date.UTC(2026, 9, 24, 22),
  Date.UTC(2026, 10, 1, 4),
];

export type ProjectSeed = Omit<Project, 'id'> & {
  name: string;
  /** In the project's currency. */
  payouts: readonly PaidOut[];
  /** The reports, request by request; a later report of a cost corrects an earlier one. */
  requests: Reported[][];
};

const termsChangedAt = Date.UTC(2026, 9, 21, 15, 30);
const terms: Project['terms'] = {
  '1001': [
    { from: 0, type: 'revshare', value: '0.2' },
    { from: termsChangedAt, type: 'revshare', value: '0.25' },
  ],
  '1002': [
    { from: 0, type: 'cpa', value: '7.5' },
    { from: termsChangedAt, type: 'revshare', value: '0.1' },
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

export const acmeSeed: Omit<ProjectSeed, 'requests'> = {
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
const bazaarSeed: Omit<ProjectSeed, 'requests'> = {
  name: 'Bazaar',
  timezone: 'Asia/Kathmandu',
  currency: 'EUR',
  terms,
  payouts,
  rates: [{ currency: 'USD', from: '2026-09-01', rate: '0.9123456789' }],
};

/** The beginning of a tracking link's click id here: the rest depends on the project. */
export const linkedPrefix = 'link_';

/** Values that break a careless parser: quotes, commas, tabs, backslashes, other scripts, leading dashes. */
const oddTexts = [
  'tt-22',
  'a,b',
  'O\'Hara "q"',
  '東京 ✓',
  '-dash',
  'back\\slash \\t and \\N',
  '100%_x',
  'ÉTÉ',
];

type Origin = Partial<ReportedEvent>;

export function randomProjects(seed: number): ProjectSeed[] {
  return [
    { ...acmeSeed, requests: requestsOf(acmeSeed, seededRandom(seed), 560) },
    { ...bazaarSeed, requests: requestsOf(bazaarSeed, seededRandom(seed + 1), 180) },
  ];
}

function requestsOf(
  project: Omit<ProjectSeed, 'requests'>,
  random: Random,
  visitors: number,
): Reported[][] {
  const generate = createGenerator(random);
  const { one: oneOf, maybe, odds } = generate;
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
    const clicks = random.between(0, 4);
    let last = { time: generate.moment(), ids: {} as Origin };
    for (let click = 0; click < clicks; click += 1) {
      const time = generate.moment();
      const isLinked = (visitor + click) % 5 === 0;
      const name = `${isLinked ? linkedPrefix : 'ck_'}${visitor}_${click}`;
      const known = maybe(0.6, { click_id: name });
      const clicked = isLinked ? { click_id: name } : known;
      const isForgotten = isLinked && visitor % 2 === 0;
      if (time > last.time || click === 0) last = { time, ids: isForgotten ? {} : clicked };
      const source = oneOf(['server', 'browser'] as const);
      const seen = {
        event_name: 'click',
        ...clicked,
        ...generate.origin(),
        ...generate.place(),
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
    if (odds(0.3)) report(generate.moment(), { event_name: 'page_view', ...ids });

    const orders = oneOf([0, 0, 1, 1, 1, 2, 3]);
    for (let order = 0; order < orders; order += 1) {
      const delay = oneOf([
        5 * MINUTE,
        3 * HOUR,
        2 * DAY,
        20 * DAY,
        29.5 * DAY,
        31 * DAY,
        40 * DAY,
      ]);
      const time = odds(0.75) ? last.time + delay * (0.9 + random.next() / 10) : generate.moment();
      buy(`${visitor}-${order}`, time, { ...ids, ...last.ids });
    }
  }

  function buy(name: string, time: number, known: Origin): void {
    const { click_id } = known;
    /** A network's postback has the click only. */
    const ids = click_id && Number.parseInt(name, 10) % 7 === 3 ? { click_id } : known;
    /** Some shops restart their order numbers each week. */
    const order = odds(0.1) ? `o-weekly-${random.between(1, 9)}` : `o-${name}`;
    const id = { ...maybe(0.6, { event_id: `e-${name}` }), ...maybe(0.7, { order_id: order }) };
    const sale = {
      event_name: oneOf(['purchase', 'Purchase', ' PURCHASE ']),
      ...ids,
      ...id,
      value: generate.amount(),
      currency: oneOf([project.currency, project.currency, project.currency, 'EUR', 'JPY', 'USD']),
      ...maybe(0.3, generate.place()),
      ...maybe(0.15, { affid: oneOf(affids) }),
      ...maybe(0.15, { offer_id: oneOf(['101', '102']) }),
      ...maybe(0.1, { payout: generate.amount() }),
      ...maybe(0.12, { status: oneOf(['pending', 'rejected', 'reversed'] as const) }),
      ...maybe(0.03, { user_agent: 'AdsBot-Google (+http://www.google.com/adsbot.html)' }),
      ...maybe(0.03, { test: true }),
    };
    const reporters = oneOf([
      'server',
      'server',
      'browser',
      'both',
      'both',
      'both',
      'mismatch',
    ] as const);
    const hasServer = reporters !== 'browser';
    if (hasServer) report(time, { ...sale, source: 'server' });
    if (reporters === 'browser') report(time, { ...sale, source: 'browser' });
    if (reporters === 'both') {
      const delay = oneOf([MINUTE, 20 * MINUTE, 40 * MINUTE, 47 * HOUR, 49 * HOUR, -HOUR]);
      const { value, payout: _, ...same } = sale;
      report(time + delay, {
        ...same,
        source: 'browser',
        value: odds(0.8) ? value : generate.amount(),
        ...maybe(0.1, { visitor_id: `other-${name}` }),
      });
    }
    if (reporters === 'mismatch') {
      const { event_id: _, order_id: __, ...same } = sale;
      const delay = oneOf([MINUTE, 29 * MINUTE, 31 * MINUTE, -5 * MINUTE]);
      report(time + delay, { ...same, source: 'browser', event_id: `px-${name}` });
    }
    if (('event_id' in id || 'order_id' in id) && odds(0.35)) {
      const later = oneOf([MINUTE, 10 * HOUR, 47.5 * HOUR, 48.5 * HOUR, 6 * DAY, -2 * HOUR]);
      report(time + later, {
        ...sale,
        source: hasServer ? 'server' : 'browser',
        ...maybe(0.5, { value: generate.amount() }),
        ...maybe(0.2, generate.stranger()),
        ...maybe(0.6, {
          status: oneOf(['approved', 'pending', 'rejected', 'reversed'] as const),
        }),
      });
    }
    if (odds(0.2)) {
      const { status: _, payout: __, order_id, ...same } = sale;
      const back = time + oneOf([-HOUR, HOUR, 4 * DAY, 33 * DAY]);
      const refund = {
        ...same,
        ...(order_id && odds(0.85) ? { order_id } : {}),
        event_name: 'refund',
        event_id: `r-${name}`,
        source: odds(0.85) ? ('server' as const) : ('browser' as const),
        value: odds(0.5) ? sale.value : generate.amount(),
        ...maybe(0.15, generate.stranger()),
        ...maybe(0.1, { status: 'rejected' as const }),
        ...maybe(0.1, { payout: generate.amount() }),
      };
      report(back, refund);
      if (odds(0.2)) {
        report(back + oneOf([HOUR, 3 * DAY]), {
          ...refund,
          value: generate.amount(),
          source: 'server',
        });
      }
    }
  }

  const costs = costsOf(project, generate);
  const mixed = random.shuffled<Reported>([...events, ...costs.first]);
  const size = Math.ceil(mixed.length / 5);
  return [0, 1, 2, 3, 4]
    .map((index) => mixed.slice(index * size, (index + 1) * size))
    .concat([costs.corrected])
    .filter((request) => request.length > 0);
}

function costsOf({ currency }: Omit<ProjectSeed, 'requests'>, generate: Generator) {
  const { one: oneOf, maybe, odds, amount } = generate;
  const first: ReportedCost[] = [];
  const corrected: ReportedCost[] = [];
  for (let day = 0; day < 62; day += 2) {
    const date = new Date(Date.UTC(2026, 8, 19) + day * DAY).toISOString().slice(0, 10);
    for (const platform of ['meta', 'google']) {
      const campaign = generate.campaign();
      const cost: ReportedCost = {
        event_name: 'cost',
        date,
        platform,
        ...maybe(0.5, { account: 'act_1' }),
        ...campaign,
        ...maybe(0.3, { affid: oneOf(affids) }),
        spend: amount(),
        currency: oneOf([currency, currency, 'EUR', 'JPY']),
      };
      Object.assign(cost, toldWith(cost));
      first.push(cost);
      if (day % 6 === 0) first.push({ ...cost, affid: affidBeside(cost) });
      if (odds(0.2)) corrected.push({ ...cost, spend: amount(), currency });
    }
  }
  return { first, corrected };
}

/** What an ad platform tells beside the spend: impressions and clicks, only one of them, or neither. */
function toldWith({ spend }: ReportedCost): Pick<ReportedCost, 'impressions' | 'clicks'> {
  const units = Math.round(Number(spend) * 100);
  return {
    ...(units % 3 !== 0 && { impressions: (units % 977) + 40 }),
    ...(units % 4 !== 0 && { clicks: units % 31 }),
  };
}

/** An affiliate that spent on the same ads on the same day. */
const affidBeside = ({ affid }: ReportedCost): string =>
  affids.find((other) => other !== affid) ?? '';

type Generator = ReturnType<typeof createGenerator>;

function createGenerator(random: Random) {
  const odds = (likelihood: number) => random.next() < likelihood;
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[random.between(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to choose from.');
    return item;
  };
  const maybe = <Fields extends object>(likelihood: number, fields: Fields): Partial<Fields> =>
    odds(likelihood) ? fields : {};
  const campaign = () => {
    const number = random.between(1, 5);
    return {
      campaign_id: `c${number}`,
      ...maybe(0.8, { adset_id: `s${number}-${random.between(1, 2)}` }),
      ...maybe(0.7, { ad_id: `a${number}-${random.between(1, 4)}` }),
    };
  };
  return {
    odds,
    one: oneOf,
    maybe,
    campaign,
    amount: () =>
      odds(0.1)
        ? `${random.between(0, 99)}.${random.between(100_000, 999_999)}`
        : (random.between(0, 3_000_000) / 10_000).toFixed(oneOf([0, 2, 4])),
    /** A fifth of all times is in the hours around a clock change. */
    moment: () =>
      odds(0.2)
        ? oneOf(clockChanges) + random.next() * 6 * HOUR
        : first + random.next() * (now.getTime() - first),
    place: (): Origin => ({
      ...maybe(
        0.85,
        oneOf([
          { country: 'US', state: 'TX' },
          { country: 'us', state: 'US-CA' },
          { country: 'US' },
          { country: 'CA', state: 'ON' },
          { country: 'DE', state: 'Köln' },
          { country: 'XX' },
          { state: 'NY' },
        ]),
      ),
      ...maybe(0.9, { device: oneOf(['mobile', 'Desktop', 'tablet']) }),
    }),
    /** The ids of another person, as when one person orders on two devices. */
    stranger: (): Origin => ({
      ...maybe(0.5, { visitor_id: `v${random.between(0, 99)}` }),
      ...maybe(0.5, { external_id: `person-${random.between(0, 96)}` }),
      ...maybe(0.5, { click_id: `ck_${random.between(0, 99)}_${random.between(0, 1)}` }),
    }),
    origin: (): Origin => ({
      ...oneOf<Origin>([
        { affid: oneOf([...affids, ...affids, 'ghost']) },
        { affid: oneOf(affids), affsub: oneOf(oddTexts), utm_source: 'partner' },
        { utm_source: 'google', utm_medium: 'cpc', utm_campaign: oneOf(oddTexts), ...campaign() },
        { utm_source: 'facebook', utm_medium: 'cpc', ...campaign() },
        { utm_source: 'mail', utm_medium: 'email', utm_content: oneOf(oddTexts) },
        { referrer: 'https://www.google.com/search?q=shoes' },
        { referrer: 'https://l.facebook.com/' },
        { referrer: 'https://blog.example/post', channel: 'press' },
        { utm_medium: 'display', ...campaign() },
        {},
      ]),
      ...maybe(0.3, { offer_id: oneOf(['101', '102', 'Ø-3']) }),
      ...maybe(0.1, { channel: oneOf(['podcast', 'TV & radio']) }),
    }),
  };
}
