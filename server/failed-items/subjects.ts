import type { FailedQueue, FailedSubject } from '#contract/failed-items/schemas.ts';
import type { Connection } from '../database/orm.ts';

type Item = { queue: FailedQueue; item: string };
type Found = Omit<FailedSubject, 'time'> & { item: string; at: Date | null };

const unknown = { name: null, order: null, conversion: null, time: null };

/** The subject of an item as far as its name tells it, without a query. */
const named: Record<FailedQueue, (item: string) => FailedSubject> = {
  events: () => ({ ...unknown, kind: 'event' }),
  conversions: (item) => {
    if (/^batch \d+$/.test(item)) return { ...unknown, kind: 'conversions' };
    return Number.isNaN(Date.parse(item))
      ? { ...unknown, kind: 'conversion', name: item }
      : { ...unknown, kind: 'conversion', time: item };
  },
  decisions: () => ({ ...unknown, kind: 'decision' }),
  recompute: () => ({ ...unknown, kind: 'project' }),
  pixels: (item) => {
    const [, conversion] = item.split(' ');
    return conversion === undefined
      ? { ...unknown, kind: 'conversions' }
      : { ...unknown, kind: 'conversion', conversion };
  },
  mails: () => ({ ...unknown, kind: 'invite' }),
};

/** The numbers in these names; other names have no row to be found. */
const numbersIn = 'select given::bigint as id from unnest($2::text[]) as given';

/** Statements that find rows of the project by the number in the name of an item, which follows the prefix. */
const findings: Partial<Record<FailedQueue, { prefix: string; statement: string }>> = {
  events: {
    prefix: '',
    statement: `select i.id::text as item, i.payload->>'kind' as kind, i.payload->'event'->>'event_name' as name,
         nullif(i.payload->'event'->>'order_id', '') as order, null as conversion, i.received_at as at
       from inbox i where i.project_id = $1 and i.id in (${numbersIn})`,
  },
  decisions: {
    prefix: '',
    statement: `select p.id::text as item, case when p.adjustment_id is null then 'decision' else 'correction' end as kind,
         coalesce(a.aff_id, case when b.undone_at is null then b.status end) as name,
         null as order, coalesce(a.conversion_id, (select min(s.conversion_id) from conversion_status s
           where s.batch_id = p.batch_id and s.project_id = $1 having count(*) = 1)) as conversion,
         coalesce(a.created_at, b.decided_at) as at
       from pending_decisions p left join conversion_adjustments a on a.id = p.adjustment_id
         left join decision_batches b on b.id = p.batch_id
       where p.project_id = $1 and p.id in (${numbersIn})`,
  },
  mails: {
    prefix: 'invite ',
    statement: `select 'invite ' || i.id as item, 'invite' as kind, i.email as name, null as order, null as conversion, i.sent_at as at
       from invites i join invite_projects p on p.invite_id = i.id
       where p.project_id = $1 and i.id in (${numbersIn})`,
  },
};

/** Finds the subjects of the items of a page. For an item whose row is gone only the kind is known. */
export async function readSubjects(
  connection: Connection,
  project: number,
  page: readonly Item[],
): Promise<(item: Item) => FailedSubject> {
  const known = new Map<string, FailedSubject>();
  for (const [queue, { prefix, statement }] of Object.entries(findings)) {
    const items = page.filter((one) => one.queue === queue).map(({ item }) => item);
    const numbers = items
      .map((item) => item.slice(prefix.length))
      .filter((number) => /^\d{1,18}$/.test(number));
    if (numbers.length === 0) continue;
    const { rows } = await connection.query<Found>(statement, [project, numbers]);
    for (const { item, at, ...subject } of rows) {
      known.set(`${queue} ${item}`, { ...subject, time: at?.toISOString() ?? null });
    }
  }
  return ({ queue, item }) => known.get(`${queue} ${item}`) ?? named[queue](item);
}
