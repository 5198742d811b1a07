import { apart, type OnLeftOut } from './bisect.ts';
import { componentsOf, type FindEvents, type Seed } from './connected-events.ts';
import { conversionId } from './conversion-id.ts';
import type { ProjectFacts, RawEvent, Touch } from './raw-events.ts';
import { resolve } from './resolve.ts';
import { type Change, changesOf, type StoredRow } from './row-changes.ts';
import type { DecidedBy } from './stored-decisions.ts';

/** A click as far as it can be somebody's: where it stands in time and whose ids it carries. */
export type ClickSeed = Pick<Touch, 'time' | 'click_id' | 'visitor_id' | 'user_id' | 'is_twin'>;

/** What came in for one project. */
export type Moved = { conversions: readonly Seed[]; clicks: readonly ClickSeed[] };

/** What the resolver has to know about one project's past. */
export type Sources = {
  find: FindEvents;
  /** The twins of these clicks that were there before them. */
  twins(clicks: readonly ClickSeed[]): Promise<readonly ClickSeed[]>;
  /** At least the conversion events that carry an id of a click, from 48 hours before it to 92 days after it. */
  after(clicks: readonly ClickSeed[]): Promise<readonly RawEvent[]>;
  /** At least the clicks of these events' people in the 90 days before them, and those that twins of theirs repeat. */
  touches(events: readonly RawEvent[]): Promise<readonly Touch[]>;
  /** The latest rows with one of these ids, those of what is no more among them. */
  rows(ids: readonly string[]): Promise<readonly StoredRow[]>;
  /** What people decided about whatever these events belong to. */
  decided(events: readonly RawEvent[]): Promise<DecidedBy>;
};

/** What changes in `conversions` after some events of a project came in. */
export async function recompute(
  sources: Sources,
  facts: ProjectFacts,
  { conversions, clicks }: Moved,
  since = 0,
): Promise<Change[]> {
  const late = clicks.length > 0 ? await lateFor(sources, clicks) : [];
  const seeds = [...conversions, ...late];
  if (seeds.length === 0) return [];

  const events = await componentsOf(sources.find, seeds);
  const [touches, before, decided] = await Promise.all([
    sources.touches(events),
    sources.rows(events.map((event) => conversionId(facts.id, event))),
    sources.decided(events),
  ]);
  return changesOf(before, resolve(facts, events, touches, decided), since);
}

/** The conversions that these clicks may have earned: those of their own people, and of their twins' people. */
async function lateFor(sources: Sources, clicks: readonly ClickSeed[]) {
  const twins = await sources.twins(clicks);
  return sources.after([...clicks, ...twins]);
}

/** The same, without what cannot be computed: others are not held up by it. */
export async function recomputeRest(
  sources: Sources,
  facts: ProjectFacts,
  { conversions, clicks }: Moved,
  { since = 0, onLeftOut }: { since?: number; onLeftOut?: OnLeftOut | undefined },
): Promise<Change[]> {
  const seeds = [
    ...conversions.map((seed) => ({ kind: 'conversions' as const, seed })),
    ...clicks.map((seed) => ({ kind: 'clicks' as const, seed })),
  ];
  const changes = new Map<string, Change>();
  await apart(
    seeds,
    async (some) => {
      const moved = {
        conversions: some.flatMap((one) => (one.kind === 'conversions' ? [one.seed] : [])),
        clicks: some.flatMap((one) => (one.kind === 'clicks' ? [one.seed] : [])),
      };
      for (const change of await recompute(sources, facts, moved, since)) {
        changes.set(`${change.conversion_id} ${change.side}`, change);
      }
    },
    ({ seed }, reason) =>
      onLeftOut?.({
        project: facts.id,
        time: new Date(seed.time).toISOString(),
        conversion: null,
        reason,
      }),
  );
  return [...changes.values()];
}
