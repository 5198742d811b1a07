import { takenValueRows } from './applied-corrections.ts';
import { connectedEvents, type FindEvents, type Seed } from './connected-events.ts';
import { conversionId } from './conversion-id.ts';
import type { ProjectFacts, RawEvent, Touch } from './raw-events.ts';
import { resolveConversions } from './resolve.ts';
import { type Change, changesOf, type StoredRow } from './row-changes.ts';
import { bisect, type OnSkipped } from './skip-failing.ts';
import type { StoredCorrection } from './stored-corrections.ts';
import type { DecisionsByEvent } from './stored-decisions.ts';

/** A click with its time and the ids that connect it with people. */
export type ClickSeed = Pick<Touch, 'time' | 'click_id' | 'visitor_id' | 'user_id' | 'is_twin'>;

/** The new events and clicks of a project. */
export type ArrivedEvents = { conversions: readonly Seed[]; clicks: readonly ClickSeed[] };

/** The stored past of a project that the resolver reads. */
export type Sources = {
  find: FindEvents;
  /** Twins of these clicks that were stored before them. */
  twins(clicks: readonly ClickSeed[]): Promise<readonly ClickSeed[]>;
  /** At least the conversion events with an id of these clicks, from 48 hours before to 92 days after each. */
  after(clicks: readonly ClickSeed[]): Promise<readonly RawEvent[]>;
  /** At least the clicks of these events' people in the 90 days before them, and the clicks that their twins repeat. */
  touches(events: readonly RawEvent[]): Promise<readonly Touch[]>;
  /** The latest rows with one of these ids, including rows of events that are no longer conversions. */
  rows(ids: readonly string[]): Promise<readonly StoredRow[]>;
  /** The stored decisions about the conversions of these events. */
  decided(events: readonly RawEvent[]): Promise<DecisionsByEvent>;
  /** The stored corrections of the conversions of these events. */
  corrections(events: readonly RawEvent[]): Promise<readonly StoredCorrection[]>;
};

/** The changes of `conversions` after some events of a project came in. */
export async function recompute(
  sources: Sources,
  facts: ProjectFacts,
  { conversions, clicks }: ArrivedEvents,
  since = 0,
): Promise<Change[]> {
  const late = clicks.length > 0 ? await lateFor(sources, clicks) : [];
  const seeds = [...conversions, ...late];
  if (seeds.length === 0) return [];

  const events = await connectedEvents(sources.find, seeds);
  const [touches, before, decided, corrections] = await Promise.all([
    sources.touches(events),
    sources.rows(events.map((event) => conversionId(facts.id, event))),
    sources.decided(events),
    sources.corrections(events),
  ]);
  const resolved = resolveConversions(facts, events, touches, decided);
  const taken = takenValueRows(facts, resolved, corrections);
  const stored = taken.map(({ conversion_id }) => conversion_id);
  const corrected = stored.length > 0 ? await sources.rows(stored) : [];
  return changesOf([...before, ...corrected], [...resolved, ...taken], since);
}

/** Conversions that these clicks may have earned, through their own people or those of their twins. */
async function lateFor(sources: Sources, clicks: readonly ClickSeed[]) {
  const twins = await sources.twins(clicks);
  return sources.after([...clicks, ...twins]);
}

/** The same, skipping conversions that cannot be computed. */
export async function recomputePossible(
  sources: Sources,
  facts: ProjectFacts,
  { conversions, clicks }: ArrivedEvents,
  { since = 0, onSkipped }: { since?: number; onSkipped?: OnSkipped | undefined },
): Promise<Change[]> {
  const seeds = [
    ...conversions.map((seed) => ({ kind: 'conversions' as const, seed })),
    ...clicks.map((seed) => ({ kind: 'clicks' as const, seed })),
  ];
  const changes = new Map<string, Change>();
  await bisect(
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
      onSkipped?.({
        project: facts.id,
        time: new Date(seed.time).toISOString(),
        conversion: null,
        reason,
      }),
  );
  return [...changes.values()];
}
