import type pg from 'pg';
import { postbackRetentionDays } from '#contract/collect/postback-log.ts';
import { unstorablePattern } from '#contract/storable-text.ts';
import { bisect } from '../attribution/skip-failing.ts';
import type { Log } from '../platform/logger.ts';

/** A postback as received. Missing fields are ''. */
export type PostbackRecord = {
  project_id: number;
  received_at: Date;
  method: string;
  address: string;
  network: string;
  result: 'accepted' | 'duplicate' | 'parse_error';
  field: string | null;
  message: string | null;
  event_name: string;
  click_id: string;
  order_id: string;
  value: string;
  currency: string;
  status: string;
  /** The event that was created from the postback. */
  event_uid: string | null;
};

/** Stores postbacks in batches after they were answered, and deletes them after their retention. */
export type PostbackRecorder = {
  note(came: PostbackRecord): void;
  /** Stores the postbacks noted so far. */
  flush(): Promise<void>;
};

const HOUR = 3_600_000;
const KEPT = postbackRetentionDays * 24 * HOUR;
const wait = 1_000;
/** The most postbacks that wait while the database is unreachable; the oldest are dropped. */
const mostWaiting = 10_000;

const columns = `project_id integer, received_at timestamptz, method text, address text, network text, result text,
  field text, message text, event_name text, click_id text, order_id text, value text, currency text, status text,
  event_uid text`;
const names = columns.replaceAll(/ (integer|timestamptz|text)/g, '');

const unstorable = new RegExp(unstorablePattern, 'gu');

/** The same postback in texts that the database can store. */
function withoutUnstorable(came: PostbackRecord): PostbackRecord {
  const clean = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll(unstorable, '\uFFFD') : value;
  return Object.fromEntries(
    Object.entries(came).map(([name, value]) => [name, clean(value)]),
  ) as PostbackRecord;
}

/** Inserts postbacks in the order of arrival, so that ids grow with time. */
const insert = `
insert into postback_log (${names})
select ${names} from rows from (jsonb_to_recordset($1::jsonb) as (${columns})) with ordinality as given(${names}, place)
where exists (select from projects p where p.id = given.project_id)
order by place`;

export function createPostbackRecorder({
  pool,
  now,
  log,
}: {
  pool: pg.Pool;
  now: () => Date;
  log: Log;
}): PostbackRecorder {
  let waiting: PostbackRecord[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  let forgotAt = 0;

  const forget = async () => {
    const at = now().getTime();
    if (at - forgotAt < HOUR) return;
    await pool.query('delete from postback_log where received_at < $1', [new Date(at - KEPT)]);
    forgotAt = at;
  };

  const writeSoon = () => {
    timer ??= setTimeout(() => void flush(), wait).unref();
  };

  const write = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const all = waiting;
    waiting = [];
    const stored = new Set<PostbackRecord>();
    const refused: PostbackRecord[] = [];
    const store = async (some: readonly PostbackRecord[]) => {
      const query = { text: insert, values: [JSON.stringify(some)], query_timeout: 10_000 };
      await pool.query(query);
      for (const came of some) stored.add(came);
    };
    try {
      await bisect(all, store, (came) => refused.push(came));
      const cleaned = refused.map(withoutUnstorable);
      await bisect(cleaned, store, ({ project_id: project }, reason) =>
        log.error({ project, reason }, 'a postback is missing in the log: it cannot be stored'),
      );
    } catch {
      log.warn('postbacks could not be stored yet');
      waiting = [...all.filter((came) => !stored.has(came)), ...waiting].slice(-mostWaiting);
      writeSoon();
      return;
    }
    await forget().catch(() => log.warn('old postbacks could not be deleted yet'));
  };

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };

  return {
    flush,
    note(came) {
      waiting.push(came);
      if (waiting.length > mostWaiting) waiting.shift();
      writeSoon();
    },
  };
}
