import type pg from 'pg';
import { usageWarnings } from '#contract/billing/schemas.ts';
import { dayOf } from '#contract/period.ts';
import { inTransaction } from '../database/orm.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Log } from '../platform/logger.ts';
import { dueSubscriptions, openStatuses, type SubscriptionRow } from './subscriptions.ts';
import { type Usage, usageWarningOf } from './usage.ts';

type Dependencies = {
  pool: pg.Pool;
  usage: Usage;
  mailer: Mailer;
  now: () => Date;
  log: Log;
  /** The base URL of this installation. */
  publicUrl: () => string;
  /** Brings a subscription whose cycle is over into the present one. */
  rollOver: (row: SubscriptionRow) => Promise<unknown>;
  /** Resumes a project's subscription. */
  resume: (project: number) => Promise<void>;
};

const first = 30_000;
const every = 5 * 60_000;
/** For how long webhook ids are stored; Stripe repeats events for three days. */
const eventsKeptFor = 30 * 86_400_000;

type Watched = { project: number; name: string; start: Date; end: Date; limit: number };

/** Checks regularly how much of their plans projects have used. */
export function createUsageWatch(dependencies: Dependencies) {
  const { log } = dependencies;
  let timer: NodeJS.Timeout | null = null;
  let round = Promise.resolve();

  const next = (wait: number) => {
    timer = setTimeout(() => {
      round = look(dependencies).catch((error: Error) =>
        log.warn({ err: error }, 'usage could not be checked'),
      );
      void round.then(() => timer && next(every));
    }, wait).unref();
  };

  return {
    start: () => next(first),
    async stop() {
      if (timer) clearTimeout(timer);
      timer = null;
      await round;
    },
    /** One check, now. */
    look: () => look(dependencies),
  };
}

/** Events are never refused for exceeding a plan: owners are warned at each threshold once a cycle. */
async function look(dependencies: Dependencies): Promise<void> {
  const { pool, usage, now, rollOver, resume } = dependencies;
  await each(dependencies, await dueSubscriptions(pool, now()), rollOver);
  await each(dependencies, await keptProjects(pool), resume);
  await pool.query('delete from stripe_events where received_at <= $1', [
    new Date(now().getTime() - eventsKeptFor),
  ]);
  const { rows } = await pool.query<Watched>(
    `select project.id as project, project.name, s.period_start as start, s.period_end as end, plan.events_limit::float8 as limit
     from subscriptions s join plans plan on plan.id = s.plan join projects project on project.id = s.project_id
     where plan.events_limit is not null and s.status = any($1) and not project.is_demo`,
    [openStatuses],
  );
  const used = await usage(rows.map(({ project, ...cycle }) => ({ projectId: project, ...cycle })));
  await each(dependencies, rows, (watched) =>
    warn(dependencies, watched, used.get(watched.project) ?? 0),
  );
}

/** Restored projects whose subscription Stripe has not resumed yet. */
async function keptProjects(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from projects where ends_paying and deletes_at is null order by id',
  );
  return rows.map(({ id }) => id);
}

/** One after the other; a failing row is retried in the next round and does not stop the others. */
async function each<Row>(
  { log }: Pick<Dependencies, 'log'>,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    await work(row).catch((error: Error) =>
      log.warn({ err: error }, 'the plan of one project could not be checked'),
    );
  }
}

async function warn(dependencies: Dependencies, watched: Watched, used: number): Promise<void> {
  const { pool, mailer, publicUrl } = dependencies;
  const { project, name, start, end, limit } = watched;
  const level = usageWarningOf(used, limit);
  if (level === null) return;
  const reached = usageWarnings.filter((one) => one <= level);
  const isNew = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ level: number }>(
      `insert into usage_warnings (project_id, cycle_start, events_limit, level)
       select $1, $2, $3, unnest($4::int[]) on conflict do nothing returning level`,
      [project, start, limit, reached],
    );
    return rows.some((row) => row.level === level);
  });
  if (!isNew) return;
  const { rows: people } = await pool.query<{ email: string }>(
    `select u.email from memberships m join users u on u.id = m.user_id
     where m.project_id = $1 and m.role in ('owner', 'billing') and u.email_notifications order by u.id`,
    [project],
  );
  const figure = (count: number) => count.toLocaleString('en-US');
  for (const { email } of people) {
    mailer.post({
      to: email,
      subject: `${name} has used ${level} % of the events of its plan`,
      paragraphs: [
        `${name} has sent ${figure(used)} of the ${figure(limit)} events that its plan holds until ${dayOf(end)}.`,
        'No event is refused: every event is stored and counted as before.',
      ],
      link: { label: 'See plans', url: `${publicUrl()}/settings/billing-settings` },
      closing: ['You get this mail because you manage the billing of this company.'],
    });
  }
}
