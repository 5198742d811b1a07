import { matchKeys, type PixelHealth } from '#contract/event-pixels/health.ts';
import type { ExecutionOutcome } from '#contract/event-pixels/schemas.ts';
import type { Connection } from '../database/orm.ts';
import { matchWeights } from './match-keys.ts';
import type { PixelRow } from './repository.ts';

const HOUR = 3_600_000;
const pastDays = 28;
const fewest = 20;
/** Below this many expected deliveries silence means nothing; above it a silence this unlikely is no chance. */
const fewestExpected = 5;
const unlikely = 0.001;

type Counted = {
  outcomes: { outcome: ExecutionOutcome; count: number }[] | null;
  waiting: number;
  latency: number | null;
  matched: number;
  keys: number[];
  lastOk: Date | null;
  before: number;
};

const counting = `
with recent as (
  select * from pixel_deliveries where pixel_id = $1 and created_at >= $2 and not is_test
)
select
  (select json_agg(o) from (
    select outcome, count(*)::int as count from recent group by outcome order by 2 desc, 1
  ) o) as outcomes,
  (select count(*)::int from recent where state = 'waiting') as waiting,
  (select percentile_disc(0.95) within group (order by latency_ms) from recent where tried_at is not null) as latency,
  (select count(*)::int from recent where match_keys is not null) as matched,
  array(
    select (select count(*)::int from recent where match_keys & (1 << bit) <> 0)
    from generate_series(0, $4 - 1) as bit order by bit
  ) as keys,
  (select max(tried_at) from pixel_deliveries where pixel_id = $1 and outcome = 'ok' and not is_test) as "lastOk",
  (select count(*)::int from pixel_deliveries
   where pixel_id = $1 and created_at >= $3 and created_at < $2 and not is_test) as before`;

/** A pixel's health in the last hours. */
export async function readHealth(
  connection: Connection,
  pixel: PixelRow,
  { hours, now }: { hours: number; now: Date },
): Promise<PixelHealth> {
  const from = new Date(now.getTime() - hours * HOUR);
  const past = new Date(
    Math.max(pixel.created_at.getTime(), from.getTime() - pastDays * 24 * HOUR),
  );
  const { rows } = await connection.query<Counted>(counting, [
    pixel.id,
    from,
    past,
    matchKeys.length,
  ]);
  const [counted] = rows;
  if (!counted) throw new Error('The health of a pixel was not counted.');
  const outcomes = counted.outcomes ?? [];
  const sum = (isCounted: (outcome: ExecutionOutcome) => boolean): number =>
    outcomes.reduce((all, one) => (isCounted(one.outcome) ? all + one.count : all), 0);
  const eligible = sum((outcome) => outcome !== 'deduped');
  const ok = sum((outcome) => outcome === 'ok');
  const failed = sum((outcome) => !['ok', 'pending', 'deduped'].includes(outcome));
  const pastHours = (from.getTime() - past.getTime()) / HOUR;
  const expected = pastHours >= 24 ? (counted.before / pastHours) * hours : 0;
  const success = ok + failed > 0 ? ok / (ok + failed) : null;
  const finds = ['meta_capi', 'tiktok_events', 'google_ads'].includes(pixel.type);
  const keys = matchKeys.map((key, index) => ({
    key,
    weight: matchWeights[key],
    share: counted.matched > 0 ? rounded((counted.keys[index] ?? 0) / counted.matched) : 0,
  }));
  return {
    hours,
    ...judged(pixel, { eligible, success, expected }),
    eligible,
    ok,
    failed,
    waiting: counted.waiting,
    fire_rate: eligible > 0 ? rounded(ok / eligible) : null,
    success: success === null ? null : rounded(success),
    p95_latency_ms: counted.latency,
    last_ok_at: counted.lastOk?.toISOString() ?? null,
    outcomes,
    match_score:
      finds && counted.matched > 0
        ? Math.round(keys.reduce((all, { weight, share }) => all + weight * share, 0))
        : null,
    match_keys: finds ? keys : [],
  };
}

type Facts = { eligible: number; success: number | null; expected: number };

/** The worst finding about a pixel, in one sentence. */
function judged(
  { status, config }: Pick<PixelRow, 'status' | 'config'>,
  { eligible, success, expected }: Facts,
): Pick<PixelHealth, 'level' | 'reason'> {
  const verdict = (level: PixelHealth['level'], reason: string) => ({ level, reason });
  if (status === 'error') {
    return verdict(
      'red',
      'It was stopped because too many of its calls failed. Make it active again.',
    );
  }
  if (expected >= fewestExpected && poissonTail(eligible, expected) < unlikely) {
    const usual = Math.round(expected);
    return verdict('red', `Almost no conversions: ${eligible} where ${usual} are usual.`);
  }
  if (eligible < fewest)
    return verdict('grey', `Fewer than ${fewest} conversions: too few to judge.`);
  const share = success === null ? '0 %' : `${Math.floor(success * 1_000) / 10} %`;
  if (success === null) return verdict('amber', 'Nothing was sent yet.');
  if (success < 0.8) return verdict('red', `Only ${share} of its calls succeed.`);
  if (success < 0.95) return verdict('amber', `${share} of its calls succeed; 95 % should.`);
  if (config.test_event_code) {
    return verdict('amber', 'A test code is set: the platform treats everything as a test.');
  }
  return verdict('green', `${share} of its calls succeed.`);
}

/** The probability of at most this many at a usual rate, computed by logarithms because exp(-746) is 0. */
export function poissonTail(most: number, usual: number): number {
  let term = -usual;
  let sum = Math.exp(term);
  for (let count = 1; count <= most; count += 1) {
    term += Math.log(usual / count);
    sum += Math.exp(term);
  }
  return sum;
}

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
