import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { CapInterval, CapMetric, CapStatus } from '#contract/offers/caps.ts';
import type { Connection } from '../../database/orm.ts';
import { capPeriod } from '../../offer-clicks/cap-period.ts';
import { type CapsOf, zoneOfOffer } from '../offer-answers.ts';
import { readRates } from './count-rates.ts';
import { forecast } from './forecast.ts';

type Row = {
  cap: number;
  offer: number;
  metric: CapMetric;
  interval: CapInterval;
  affiliate: number | null;
  affid: string | null;
  most: string;
  softPct: number;
  countedFrom: number | null;
  used: string | null;
  inFlight: number;
};

/** The caps of these offers, of all affiliates or of everyone and these. */
async function readRows(
  connection: Connection,
  offers: readonly number[],
  affiliates: readonly number[] | null,
): Promise<Row[]> {
  const { rows } = await connection.query<Row>(
    `select cap.id as cap, cap.offer_id as offer, cap.metric, cap.period as interval, cap.affiliate_id as affiliate,
       affiliate.aff_id as affid, cap.most::text, cap.soft_pct as "softPct",
       extract(epoch from counted.period_start)::float8 * 1000 as "countedFrom", counted.used::text,
       case when cap.metric = 'conversions' then coalesce(counted.in_flight, 0) + coalesce(counted.per_click, 0) * (
         select coalesce(sum(sent.clicks), 0)::float8 from offer_clicks sent
         where sent.offer_id = cap.offer_id and (cap.affiliate_id is null or sent.affid = affiliate.aff_id)
           and sent.at >= counted.counted_to
       ) else 0 end as "inFlight"
     from offer_caps cap
     left join affiliates affiliate on affiliate.id = cap.affiliate_id
     left join lateral (select * from offer_counts where cap_id = cap.id order by period_start desc limit 1) counted on true
     where cap.offer_id = any($1) and cap.removed_at is null
       and ($2::int[] is null or cap.affiliate_id is null or cap.affiliate_id = any($2))
     order by cap.id`,
    [offers, affiliates],
  );
  return rows;
}

/** How full the caps of offers are now, as far as the reader sees them. */
export const capStatuses =
  (now: () => Date): CapsOf =>
  async (connection, offers, reader) => {
    const ids = offers.map(({ id }) => id);
    const zones = new Map(offers.map((offer) => [offer.id, zoneOfOffer(offer, reader)]));
    const own = reader.affiliates?.map(({ id }) => id) ?? null;
    const rows = await readRows(connection, ids, own);
    const found = new Map<number, CapStatus[]>();
    if (rows.length === 0) return found;
    const ratesOf = await readRates(connection, ids);
    const at = now();
    const places = moneyPlaces(reader.currency);
    for (const row of rows) {
      const timezone = zones.get(row.offer) ?? reader.timezone;
      const rates = ratesOf(row.offer, row.affid, timezone);
      const status = statusOf(row, { at, timezone, rates, places });
      found.set(row.offer, [...(found.get(row.offer) ?? []), status]);
    }
    return found;
  };

type Judging = {
  at: Date;
  timezone: string;
  rates: Parameters<typeof forecast>[0];
  places: number;
};

function statusOf(row: Row, { at, timezone, rates, places }: Judging): CapStatus {
  const { metric, interval, affiliate } = row;
  const { from, to } = capPeriod(interval, at, timezone);
  const limit = Number(row.most);
  const used = row.countedFrom === from ? Number(row.used) : 0;
  const isMoney = metric === 'revenue' || metric === 'payout';
  const isFull = used + row.inFlight >= limit;
  const pct = Math.floor((100 * used) / limit + 1e-9);
  const { fullAt, pFull } = forecast(rates, {
    metric,
    left: limit - used,
    now: at.getTime(),
    until: to,
  });
  return {
    cap: row.cap,
    metric,
    interval,
    affiliate,
    limit,
    used: isMoney ? roundDecimal(used.toFixed(4), places) : used,
    in_flight: Math.round(row.inFlight * 10) / 10,
    pct,
    state: isFull ? 'full' : pct >= row.softPct ? 'near' : 'open',
    timezone,
    resets_at: to === null ? null : new Date(to).toISOString(),
    forecast_full_at: fullAt === null ? null : new Date(fullAt).toISOString(),
    p_full_before_reset: pFull,
  };
}
