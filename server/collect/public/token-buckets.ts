import { createHash } from 'node:crypto';
import type pg from 'pg';
import { maxPublicEvents } from '#contract/collect/public.ts';

export type TokenBuckets = {
  /** Takes the whole count, or nothing and answers the seconds until it is available. */
  take(key: string, count: number): Promise<number>;
};

type Options = {
  /** Stored with each bucket: it never changes. */
  name: string;
  perSecond: number;
  pool: pg.Pool;
  now: () => number;
  /** While the database is silent, a process lends as much as it knows to be left. */
  isSilent?: (() => boolean) | undefined;
};

/** What a process knows of a bucket; it lends events before it draws them from the shared one. */
type Known = { left: number; at: number; lent: number; lentSince: number };

const mostKeys = 50_000;
/** Seconds of saved-up events after a pause, because pages that wait for a network send everything at once. */
const saved = 20;
/** Most pages report less than this part of a second's events, and cost no statement. */
const lendable = 0.25;
const forgetEvery = 60_000;

/**
 * Draws what was lent, and the count where so much is left. `$3` is a full bucket, `$6` what was lent since `$7`, `$8`
 * the count. The clock of a process never turns a bucket back.
 */
const draw = `
insert into collect_buckets as known (name, key_hash, "left", at, is_granted)
select $1, $2, case when enough then filled - $8 else filled end, $4, enough
from (select filled, filled >= $8::float8 as enough
  from (select least($3::float8, $3::float8 - $6::float8
    + extract(epoch from $4::timestamptz - $7::timestamptz)::float8 * $5::float8) as filled) f) f
on conflict (name, key_hash) do update set ("left", at, is_granted) = (
  select case when enough then filled - $8 else filled end, greatest(known.at, excluded.at), enough
  from (select filled, filled >= $8 as enough
    from (select least($3, spent + extract(epoch from greatest(excluded.at - since, interval '0'))::float8 * $5) as filled
      from (select greatest(known.at, $7) as since, least($3, known."left"
        + extract(epoch from greatest($7 - known.at, interval '0'))::float8 * $5) - $6 as spent) s) f) f
)
returning "left", is_granted as granted`;

const forgetFilled = `
delete from collect_buckets where (name, key_hash) in (
  select name, key_hash from collect_buckets where name = $1 and at < $2 for update skip locked
)`;

/**
 * Token buckets by key, filled steadily and shared by all processes. The keys that a process remembers are limited; the
 * longest idle ones are dropped first.
 */
export function createTokenBuckets({
  name,
  perSecond,
  pool,
  now,
  isSilent = () => false,
}: Options): TokenBuckets {
  const burst = Math.max(maxPublicEvents, saved * perSecond);
  const mostLent = lendable * perSecond;
  const fullAfter = (burst / perSecond) * 1_000 + forgetEvery;
  const buckets = new Map<string, Known>();
  let forgotAt = now();

  function recall(key: string, at: number): Known {
    const known = buckets.get(key) ?? { left: burst, at, lent: 0, lentSince: at };
    known.left = Math.min(burst, known.left + (Math.max(0, at - known.at) / 1_000) * perSecond);
    known.at = at;
    buckets.delete(key);
    buckets.set(key, known);
    const [oldest] = buckets.keys();
    if (buckets.size > mostKeys && oldest !== undefined) buckets.delete(oldest);
    return known;
  }

  async function forgetFull(at: number): Promise<void> {
    if (at - forgotAt < forgetEvery) return;
    forgotAt = at;
    await pool.query(forgetFilled, [name, new Date(at - fullAfter)]);
  }

  /** Whether the shared bucket gave the count. */
  async function drawn(key: string, known: Known, count: number): Promise<boolean> {
    const { lent, lentSince, at } = known;
    known.lent = 0;
    known.left -= count;
    try {
      await forgetFull(at);
      const { rows } = await pool.query<{ left: number; granted: boolean }>(draw, [
        name,
        createHash('sha256').update(key).digest(),
        burst,
        new Date(at),
        perSecond,
        lent,
        new Date(lent > 0 ? lentSince : at),
        count,
      ]);
      const [shared] = rows;
      if (!shared?.granted) known.left += count;
      known.left = Math.min(known.left, shared?.left ?? 0);
      return shared?.granted === true;
    } catch (error) {
      known.left += count;
      known.lentSince = known.lent > 0 ? Math.min(lentSince, known.lentSince) : lentSince;
      known.lent += lent;
      throw error;
    }
  }

  return {
    async take(key, count) {
      const at = now();
      const known = recall(key, at);
      if (known.left >= count) {
        if (known.lent + count <= mostLent || isSilent()) {
          if (known.lent === 0) known.lentSince = at;
          known.lent += count;
          known.left -= count;
          return 0;
        }
        if (await drawn(key, known, count)) return 0;
      }
      return Math.max(1, Math.ceil((count - known.left) / perSecond));
    },
  };
}
