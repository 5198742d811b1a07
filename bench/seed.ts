import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { affiliateCount, cellOf } from './prepare.ts';

const DAY = 86_400_000;
export const seededDays = 90;

type Options = {
  warehouse: ClickHouseClient;
  projectId: number;
  rows: number;
  now: Date;
  /** Makes every event a sale, for benchmarks that read conversions only. */
  isSales?: boolean;
};

const slice = 1_000_000;
/** The number of events in a block, which has ten visitors. */
const block = 20;

const states = `[
  ['AL','AK','AZ','AR','CA','CO','CT','DE','FL','GA','HI','ID','IL','IN','IA','KS','KY','LA','ME','MD','MA','MI','MN','MS','MO','MT','NE','NV','NH','NJ','NM','NY','NC','ND','OH','OK','OR','PA','RI','SC','SD','TN','TX','UT','VT','VA','WA','WV','WI','WY'],
  ['AB','BC','MB','NB','NL','NS','ON','PE','QC','SK'],
  ['ACT','NSW','NT','QLD','SA','TAS','VIC','WA'],
  ['ENG','SCT','WLS','NIR'],
  ['BB','BE','BW','BY','HB','HE','HH','MV','NI','NW','RP','SH','SL','SN','ST','TH'],
  ['AC','AL','AM','AP','BA','CE','DF','ES','GO','MA','MG','MS','MT','PA','PB','PE','PI','PR','RJ','RN','RO','RR','RS','SC','SE','SP','TO'],
  ['AP','AR','AS','BR','CG','DL','GA','GJ','HP','HR','JH','KA','KL','MH','MN','MP','OR','PB','RJ','TG','TN','UP','UT','WB'],
  ['AGU','BCN','BCS','CAM','CHH','CHP','CMX','COA','COL','DUR','GRO','GUA','HID','JAL','MEX','MIC','MOR','NAY','NLE','OAX','PUE','QUE','ROO','SIN','SLP','SON','TAB','TAM','TLA','VER','YUC','ZAC']
]`;

/**
 * Fills the warehouse directly, in order of time: one thousand ad sets and two thousand ads in 200 campaigns, 1.2
 * million visitors, eight countries with their states, evenly over 90 days.
 */
export async function seed(options: Options): Promise<{ events: number; visitors: number }> {
  const { warehouse, rows, now } = options;
  for (let from = 0; from < rows; from += slice) {
    await warehouse.command({ query: eventsOf(options, from, Math.min(slice, rows - from)) });
  }
  for (const query of [twins, visits, conversions, corrections(20), refunds]) {
    await warehouse.command({ query });
  }
  await mergeRested(warehouse, now);
  await warehouse.command({ query: corrections(100_000) });
  await warehouse.command({ query: costsOf(options) });
  await warehouse.command({ query: labelsOf(options) });
  await merged(warehouse);
  const answer = await cellOf(warehouse, 'SELECT count(), uniqExact(visitor_key) FROM events');
  const [events = 0, visitors = 0] = answer.split('\t').map(Number);
  return { events, visitors };
}

const visit = `multiIf(slot < 10, 'click', slot < 16, 'page_view', slot < 18, 'view_content', slot < 19, 'add_to_cart',
    block % 5 = 0, 'purchase', 'initiate_checkout')`;

function eventsOf({ projectId, rows, now, isSales }: Options, from: number, many: number): string {
  const start = now.getTime() - seededDays * DAY;
  const pace = (seededDays * DAY) / (rows / block);
  return `INSERT INTO events (project_id, event_name, event_time, ingested_at, event_uid, side, event_id, order_id,
  dedup_key, click_id, visitor_id, user_id, affid, affsub, referrer, channel, utm_source, utm_medium, utm_campaign,
  utm_content, campaign_id, adset_id, ad_id, offer_id, country, state, device, value, currency, status, is_bot, is_test,
  platform_click_ids, user_agent, client_ip, params)
WITH
  ${states} AS states,
  intDiv(number, ${block}) AS block,
  number % ${block} AS slot,
  multiIf(slot < 10, slot, slot < 16, slot - 10, slot < 18, slot - 16, 0) AS person,
  cityHash64(block * 10 + person) AS dice,
  toUInt32(2000 * pow((dice % 1000003) / 1000003, 1.6)) AS ad,
  intDiv(ad, 10) AS campaign,
  ${isSales ? "'purchase'" : visit} AS name,
  multiIf(slot < 10, 0, slot < 16, 2000, slot < 18, 45000, slot < 19, 120000, 300000) AS after,
  fromUnixTimestamp64Milli(toInt64(${start} + block * ${pace} + person * 1000 + after - 420000)) AS time,
  lower(hex(cityHash64('uid', number))) AS uid,
  [1,1,1,1,1,1,1,2,2,3,3,4,4,5,6,7,8][1 + intDiv(dice, 7) % 17] AS land
SELECT ${projectId}, name, time, time + INTERVAL 1 SECOND, uid, if(name IN ('click', 'purchase'), 'server', 'browser'),
  if(name = 'purchase', concat('o-', uid), ''), if(name = 'purchase', uid, ''),
  if(name = 'purchase', concat('o-', uid), uid),
  concat('ck_', lower(hex(cityHash64('click', block * 10 + person)))),
  concat('v_', lower(hex(dice % 1200000))),
  if(name = 'purchase', concat('u_', lower(hex(dice % 1200000))), ''),
  if(campaign % 10 = 9, '', toString(1001 + campaign % ${affiliateCount})),
  concat('sub-', toString(intDiv(dice, 11) % 60)),
  ['l.facebook.com','google.com','tiktok.com','','news.test','blog.test','l.instagram.com','bing.com'][1 + campaign % 8],
  ['paid social','paid search','paid social','display','email','affiliate','organic search'][1 + campaign % 7],
  ['facebook','google','tiktok','taboola','newsletter'][1 + campaign % 5],
  ['paid_social','cpc','paid_social','native','email'][1 + campaign % 5],
  concat('campaign-', toString(campaign)), concat('ad-', toString(ad)),
  toString(120200000000000 + campaign), toString(120300000000000 + intDiv(ad, 2)), toString(120400000000000 + ad),
  toString(101 + campaign % 12),
  ['US','CA','AU','GB','DE','BR','IN','MX'][land], states[land][1 + intDiv(dice, 13) % length(states[land])],
  ['mobile','mobile','desktop','tablet','mobile','desktop'][1 + intDiv(dice, 17) % 6],
  if(name = 'purchase', toDecimal64(15 + (intDiv(dice, 19) % 18000) / 100, 4), toDecimal64(0, 4)), 'USD', 'approved',
  name = 'click' AND intDiv(dice, 23) % 33 = 0, intDiv(dice, 29) % 2000 = 0,
  map('fbclid', lower(hex(dice))),
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  concat('203.0.', toString(intDiv(dice, 31) % 256), '.0'), '{"url":"https://shop.test/products/linen-duvet"}'
FROM numbers(${from}, ${many})`;
}

/** Both sides record 85 of a hundred purchases. */
const isPaired = 'cityHash64(event_id) % 100 < 85';

const twins = `INSERT INTO events
SELECT * REPLACE ('browser' AS side, concat('b-', event_uid) AS event_uid, event_time + INTERVAL 3 SECOND AS event_time)
FROM events WHERE event_name = 'purchase' AND ${isPaired}`;

const visits = `INSERT INTO visits (project_id, key, event_time, ingested_at, event_uid)
SELECT project_id, arrayJoin([concat('c:', click_id), concat('v:', visitor_id)]), event_time, ingested_at, event_uid
FROM events WHERE event_name = 'click' AND is_bot = 0 AND is_test = 0`;

const copied = `project_id, event_time, event_id, order_id, dedup_key, value, currency, status, user_id, visitor_id, click_id,
  affid, affsub, referrer, channel, utm_source, utm_medium, utm_campaign, utm_content, campaign_id, adset_id, ad_id,
  offer_id, country, state, device`;

/** The rows that the resolver would write, with their touches: one in twenty unattributed, one in fifty rejected. */
const conversions = `INSERT INTO conversions (${copied}, conversion_id, side, version, deleted, known_at, record, event_name,
  event_uid, dedup_method, paired, value_mismatch, value_sent, raw_count, raw_value, payout, excluded_reason, user_key,
  attributed, reason, click_uid, click_time, event_uids, touches)
WITH cityHash64(order_id) AS dice
SELECT ${copied.replace('affid,', "if(dice % 20 = 0, '', affid),").replace('campaign_id,', "if(dice % 20 = 0, '', campaign_id),")},
  concat('c_', substring(hex(sipHash128(order_id)), 1, 22)), side, 1, 0, ingested_at, 'conversion', event_name,
  event_uid, if(${isPaired}, 'event_id', ''), ${isPaired}, 0, value, 1 + (dice % 33 = 0),
  value * (1 + (dice % 33 = 0)), value / 10, if(dice % 50 = 0, 'rejected', ''), sipHash64(user_id),
  dice % 20 != 0, concat('click id ', click_id), event_uid, event_time - INTERVAL 5 MINUTE, [event_uid],
  concat('[{"uid":"', event_uid, '","time":1795000000000,"ingested":1795000000000,"click_id":"', click_id,
    '","direct":0,"affid":"', affid, '","utm_campaign":"', utm_campaign, '","ad_id":"', ad_id, '"}]')
FROM events WHERE event_name = 'purchase' AND is_bot = 0 AND is_test = 0`;

/** Adds a later version to the row of one order in this many. */
const corrections = (of: number) => `INSERT INTO conversions
SELECT * REPLACE (version + 1 AS version) FROM conversions WHERE cityHash64(conversion_id) % ${of} = 0`;

const refunds = `INSERT INTO conversions
SELECT * REPLACE (concat('r_', substring(conversion_id, 3)) AS conversion_id, 'refund' AS record, 'refund' AS event_name,
  0 AS paired, '' AS dedup_method, event_time + INTERVAL 4 DAY AS event_time)
FROM conversions FINAL WHERE side = 'server' AND cityHash64(conversion_id) % 25 = 1`;

const costsOf = ({ projectId, now }: Options) => `INSERT INTO costs
WITH intDiv(number, 2000) AS back, number % 2000 AS ad,
  toDate(fromUnixTimestamp64Milli(toInt64(${now.getTime()}))) - back AS day
SELECT ${projectId}, day, concat('account-', toString(ad % 5)), 'facebook', toString(120200000000000 + intDiv(ad, 10)),
  toString(120300000000000 + intDiv(ad, 2)), toString(120400000000000 + ad),
  if(intDiv(ad, 10) % 10 = 9, '', toString(1001 + intDiv(ad, 10) % ${affiliateCount})),
  toDateTime64(day, 3, 'UTC') + INTERVAL 16 HOUR, 4000 + cityHash64(number) % 9000, 30 + cityHash64(number) % 90,
  toDecimal64(20 + (cityHash64(number) % 6000) / 100, 4), 'USD', toDecimal64(20 + (cityHash64(number) % 6000) / 100, 4),
  '', 1, toDateTime64(day, 3, 'UTC') + INTERVAL 1 DAY
FROM numbers(${2_000 * seededDays})`;

const labelsOf = ({
  projectId,
}: Options) => `INSERT INTO labels (project_id, kind, id, name, seen_at)
SELECT ${projectId}, kind, toString(base + number), concat(kind, ' no. ', toString(number)), now64(3)
FROM numbers(2000)
ARRAY JOIN ['campaign', 'adset', 'ad'] AS kind, [120200000000000, 120300000000000, 120400000000000] AS base, [200, 1000, 2000] AS most
WHERE number < most`;

/** Merges the parts of three idle days, as the warehouse does by itself after five minutes. */
export async function mergeRested(warehouse: ClickHouseClient, now: Date): Promise<void> {
  const days = await cellOf(
    warehouse,
    `SELECT DISTINCT partition FROM system.parts
     WHERE table = 'conversions' AND active
       AND partition < toString(toDate(toStartOfInterval(toDateTime('${now.toISOString().slice(0, 10)} 00:00:00', 'UTC'), INTERVAL 3 DAY)))`,
  );
  for (const day of days.split('\n').filter(Boolean)) {
    await warehouse.command({ query: `OPTIMIZE TABLE conversions PARTITION '${day}' FINAL` });
  }
}

/** Waits for running merges, which would compete with every query. */
async function merged(warehouse: ClickHouseClient): Promise<void> {
  const end = performance.now() + 180_000;
  while (performance.now() < end) {
    if ((await cellOf(warehouse, 'SELECT count() FROM system.merges')) === '0') return;
    await delay(500);
  }
}
