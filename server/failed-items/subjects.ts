import type { FailedQueue, FailedSubject } from '#contract/failed-items/schemas.ts';
import type { Connection } from '../database/orm.ts';
import { conversionIn, idIn, inviteIn, versionIn } from './item-names.ts';

type Item = { queue: FailedQueue; item: string };
type Found = Omit<FailedSubject, 'time'> & { id: string; at: Date | null };

const unknown = { name: null, order: null, conversion: null, time: null };

/** The subject of an item as far as its name tells it, without a query. */
const named: Record<FailedQueue, (item: string) => FailedSubject> = {
  events: () => ({ ...unknown, kind: 'event' }),
  conversions: (item) => {
    const { conversion: name, time } = conversionIn(item);
    const isOne = name !== null || time !== null;
    return { ...unknown, kind: isOne ? 'conversion' : 'conversions', name, time };
  },
  decisions: () => ({ ...unknown, kind: 'decision' }),
  recompute: () => ({ ...unknown, kind: 'project' }),
  pixels: (item) => {
    const { conversion } = versionIn(item);
    return { ...unknown, kind: conversion === null ? 'conversions' : 'conversion', conversion };
  },
  mails: () => ({ ...unknown, kind: 'invite' }),
  jobs: (name) => ({ ...unknown, kind: 'job', name }),
};

const given = 'select given::bigint as id from unnest($2::text[]) as given';

type Finding = { idOf: (item: string) => string | null; statement: string };

/** Statements that find rows of the project by the ids in the names of items. A name without one has no row. */
const findings: Partial<Record<FailedQueue, Finding>> = {
  events: {
    idOf: idIn,
    statement: `select i.id::text as id, i.payload->>'kind' as kind, i.payload->'event'->>'event_name' as name,
         nullif(i.payload->'event'->>'order_id', '') as order, null as conversion, i.received_at as at
       from inbox i where i.project_id = $1 and i.id in (${given})`,
  },
  decisions: {
    idOf: idIn,
    statement: `select p.id::text as id, case when p.adjustment_id is null then 'decision' else 'correction' end as kind,
         coalesce(a.aff_id, case when b.undone_at is null then b.status end) as name,
         null as order, coalesce(a.conversion_id, (select min(s.conversion_id) from conversion_status s
           where s.batch_id = p.batch_id and s.project_id = $1 having count(*) = 1)) as conversion,
         coalesce(a.created_at, b.decided_at) as at
       from pending_decisions p left join conversion_adjustments a on a.id = p.adjustment_id
         left join decision_batches b on b.id = p.batch_id
       where p.project_id = $1 and p.id in (${given})`,
  },
  mails: {
    idOf: (item) => inviteIn(item)?.toString() ?? null,
    statement: `select i.id::text as id, 'invite' as kind, i.email as name, null as order, null as conversion, i.sent_at as at
       from invites i join invite_projects p on p.invite_id = i.id
       where p.project_id = $1 and i.id in (${given})`,
  },
};

/** Finds the subjects of the items of a page. For an item whose row is gone only the kind is known. */
export async function readSubjects(
  connection: Connection,
  project: number,
  page: readonly Item[],
): Promise<(item: Item) => FailedSubject> {
  const known = new Map<string, FailedSubject>();
  for (const [queue, { idOf, statement }] of Object.entries(findings)) {
    const items = new Map<string, string>();
    for (const { item } of page.filter((one) => one.queue === queue)) {
      const id = idOf(item);
      if (id !== null) items.set(id, item);
    }
    if (items.size === 0) continue;
    const { rows } = await connection.query<Found>(statement, [project, [...items.keys()]]);
    for (const { id, at, ...subject } of rows) {
      known.set(`${queue} ${items.get(id)}`, { ...subject, time: at?.toISOString() ?? null });
    }
  }
  return ({ queue, item }) => known.get(`${queue} ${item}`) ?? named[queue](item);
}
