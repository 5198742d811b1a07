import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Connection, within } from '../database/orm.ts';
import { type AttemptWindow, attemptWindow, type Limit } from './attempt-window.ts';
import { recentRefusals } from './recent-refusals.ts';

/** What an attempt counts for: a key in the window of a limit. */
export type Spent = readonly [limit: Limit, key: string];

/** Counts attempts over sliding windows, for all processes of an installation together. */
export type Attempts = {
  /** Counts an attempt and answers 0, or answers the milliseconds until the next one may be made. */
  spend(limit: Limit, key: string, connection?: Connection): Promise<number>;
  /** Takes the latest attempt of each key back. */
  forgive(spent: Readonly<Record<string, Spent>>): Promise<void>;
  /** Reads windows, each of its own limit, and stores what the decision counts; no other process comes between. */
  decide<Name extends string, Answer>(
    spent: Readonly<Record<Name, Spent>>,
    decision: (windows: Record<Name, AttemptWindow>) => Answer,
    connection?: Connection,
  ): Promise<Answer>;
};

type Row = { name: string; key: string; times: Date[] };

/** Locks the rows, in one order for all, and creates what is missing. */
const lock = `
insert into attempts as known (name, key_hash, times, ends_at)
select name, decode(key, 'hex'), '{}', $3 from unnest($1::text[], $2::text[]) as given(name, key) order by name, key
on conflict (name, key_hash) do update set times = known.times
returning name, encode(key_hash, 'hex') as key, times`;

/** Stores the windows with attempts, and removes the rows of the others. */
const store = `
with given as (
  select name, decode(key, 'hex') as key_hash, times, ends_at
  from jsonb_to_recordset($1) as given(name text, key text, times jsonb, ends_at timestamptz)
), emptied as (
  delete from attempts a using given g where a.name = g.name and a.key_hash = g.key_hash and g.times = '[]'
)
update attempts a
set times = array(select jsonb_array_elements_text(g.times)::timestamptz), ends_at = g.ends_at
from given g where a.name = g.name and a.key_hash = g.key_hash and g.times <> '[]'`;

const forgetEnded = `
delete from attempts where (name, key_hash) in (
  select name, key_hash from attempts where ends_at <= $1 for update skip locked
)`;

/** How often each process removes rows whose windows have passed. */
const forgetEvery = 10 * 60_000;

export function createAttempts({ pool, now }: { pool: pg.Pool; now: () => Date }): Attempts {
  const refusals = recentRefusals(() => now().getTime());
  let forgotAt = now().getTime();

  async function forget(at: Date): Promise<void> {
    if (at.getTime() - forgotAt < forgetEvery) return;
    forgotAt = at.getTime();
    await pool.query(forgetEnded, [at]);
  }

  const decide: Attempts['decide'] = async (spent, decision, connection = pool) => {
    if (connection === pool) await forget(now());
    return within(connection, async (client) => {
      const asked = Object.entries<Spent>(spent).map(([place, [limit, key]]) => ({
        place,
        limit,
        key: digest(key),
      }));
      const names = asked.map(({ limit }) => limit.name);
      const keys = asked.map(({ key }) => key);
      const { rows } = await client.query<Row>(lock, [names, keys, now()]);
      const at = now().getTime();
      const opened = asked.map(({ place, limit, key }) => {
        const times = rows.find(({ name }) => name === limit.name)?.times ?? [];
        const known = times.map((time) => time.getTime());
        return { place, limit, key, window: attemptWindow(limit, known, at) };
      });
      const windows = Object.fromEntries(opened.map(({ place, window }) => [place, window]));
      const answer = decision(windows as Parameters<typeof decision>[0]);
      const left = opened.map(({ limit, key, window }) => ({
        name: limit.name,
        key,
        times: window.times().map((time) => new Date(time)),
        ends_at: new Date((window.last() ?? at) + limit.windowMs),
      }));
      await client.query(store, [JSON.stringify(left)]);
      return answer;
    });
  };

  return {
    decide,
    async spend(limit, key, connection) {
      const refused = refusals.wait(nameOf([limit, key]));
      if (refused > 0) return refused;
      const wait = await decide(
        { own: [limit, key] },
        ({ own }) => {
          const waits = own.wait();
          if (waits === 0) own.count();
          return waits;
        },
        connection,
      );
      if (wait > 0) refusals.note(nameOf([limit, key]), wait);
      return wait;
    },
    async forgive(spent) {
      await decide(spent, (windows) => {
        for (const window of Object.values(windows)) window.forgive();
      });
      for (const one of Object.values(spent)) refusals.forget(nameOf(one));
    },
  };
}

const nameOf = ([{ name }, key]: Spent): string => `${name} ${key}`;

/** Keys hold addresses of people and of networks, so only their digests are stored. */
const digest = (key: string): string => createHash('sha256').update(key).digest('hex');
