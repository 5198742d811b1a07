import type { Seed } from './connected-events.ts';
import type { Resolved } from './conversion-row.ts';
import type { ProjectFacts } from './raw-events.ts';
import type { Part } from './resolve.ts';
import { type Change, changesOf, type StoredRow } from './row-changes.ts';
import { settlementOf } from './settlement.ts';
import { type Group, groupsOf, nameOfGroup, type Sibling } from './siblings.ts';

/** Stored rows and what they are now: conversions with refunds, and values taken over for them. */
export type Found = {
  before: readonly StoredRow[];
  parts: readonly Part[];
  taken: readonly Resolved[];
};

export const noneFound: Found = { before: [], parts: [], taken: [] };

type Named = Pick<Sibling, 'conversion_id' | 'side'>;
const nameOf = ({ conversion_id, side }: Named): string => `${conversion_id} ${side}`;

/** Both, the later one where they hold the same row. */
export function together(one: Found, other: Found): Found {
  const byName = <Row>(rows: readonly Row[], named: (row: Row) => Named): Row[] => [
    ...new Map(rows.map((row) => [nameOf(named(row)), row])).values(),
  ];
  return {
    before: byName([...one.before, ...other.before], (row) => row),
    parts: byName([...one.parts, ...other.parts], ({ row }) => row),
    taken: byName([...one.taken, ...other.taken], (row) => row),
  };
}

type Options = {
  since: number;
  /** Resolves the conversions of these events and all that is connected with them. */
  resolve: (conversions: readonly Seed[]) => Promise<Found>;
  siblings: ((groups: readonly Group[]) => Promise<readonly Sibling[]>) | undefined;
};

/**
 * The changes of `conversions` after some events came in. What a conversion pays can depend on how many came before it:
 * where its arrival, decision or refund moves the place of others, these are resolved again and change with it, so that
 * one version holds all of it, whatever the order of events.
 */
export async function settledChanges(
  facts: ProjectFacts,
  first: Found,
  { since, resolve, siblings }: Options,
): Promise<Change[]> {
  let found = first;
  const news = Math.max(0, ...found.parts.map(({ row }) => row.known));
  const groups = groupsOf(facts);
  const known = new Set<string>();
  const stored = new Map<string, Sibling>();
  const tried = new Set<string>();
  for (;;) {
    const rows: Sibling[] = [...found.before, ...found.parts.map(({ row }) => row)];
    const wanted = wantedOf(rows, groups, known);
    for (const row of wanted.length > 0 ? ((await siblings?.(wanted)) ?? []) : []) {
      if (row.event_name === facts.primary) stored.set(nameOf(row), row);
    }
    const replaced = new Set(rows.map(nameOf));
    const others = [...stored.values()].filter((row) => !replaced.has(nameOf(row)));
    const settlement = settlementOf(facts, [...others, ...found.parts.map(({ row }) => row)]);
    const isKnown = (group: string) => known.has(group);
    const stale = others.filter(
      (row) => !tried.has(nameOf(row)) && settlement.isStale(row, isKnown),
    );
    if (stale.length === 0) {
      const settled = found.parts.map((part) => settlement.settled(part));
      return changesOf(found.before, [...settled, ...found.taken], since);
    }
    for (const row of stale) tried.add(nameOf(row));
    found = together(found, knownFrom(news, await resolve(stale.map(seedOf))));
  }
}

/** The groups of these rows that were not read yet; they are known from now on. */
function wantedOf(
  rows: readonly Sibling[],
  groups: ReturnType<typeof groupsOf>,
  known: Set<string>,
): Group[] {
  return rows.flatMap((row) => {
    const { month, click } = groups(row);
    return [month, click].flatMap((group) => {
      const name = group ? nameOfGroup(group) : '';
      if (!group || known.has(name)) return [];
      known.add(name);
      return [group];
    });
  });
}

const seedOf = ({ event_time, dedup_key: key, click_id, user_id, order_id }: Sibling) => ({
  time: Date.parse(event_time),
  key,
  click_id,
  user_id,
  order_id,
});

/** What moved them is known no earlier than what arrived. */
const knownFrom = (news: number, { parts, ...found }: Found): Found => ({
  ...found,
  parts: parts.map(({ row, order }) => ({
    order,
    row: { ...row, known: Math.max(row.known, news) },
  })),
});
