import { takenValueRows } from './applied-corrections.ts';
import { connectedEvents, type FindEvents, type Seed } from './connected-events.ts';
import { conversionId } from './conversion-id.ts';
import type { ProjectFacts, RawEvent, Touch } from './raw-events.ts';
import { resolveParts } from './resolve.ts';
import type { Change, StoredRow } from './row-changes.ts';
import { type Found, noneFound, settledChanges, together } from './settled-changes.ts';
import type { Group, Sibling } from './siblings.ts';
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
  /** At least the living rows of these groups. Only needed where offers pay by the place among others. */
  siblings?(groups: readonly Group[]): Promise<readonly Sibling[]>;
};

/** The changes of `conversions` after some events of a project came in. */
export async function recompute(
  sources: Sources,
  facts: ProjectFacts,
  arrived: ArrivedEvents,
  since = 0,
): Promise<Change[]> {
  const resolve = (some: ArrivedEvents) => resolveArrived(sources, facts, some);
  return settledFrom(sources, facts, await resolve(arrived), { since, resolve });
}

type Settling = { since: number; resolve: (some: ArrivedEvents) => Promise<Found> };

const settledFrom = (
  { siblings }: Sources,
  facts: ProjectFacts,
  first: Found,
  { since, resolve }: Settling,
): Promise<Change[]> =>
  settledChanges(facts, first, {
    ...{ since, siblings },
    resolve: (conversions) => resolve({ conversions, clicks: [] }),
  });

/** The stored rows of some conversions and what they are now. */
async function resolveArrived(
  sources: Sources,
  facts: ProjectFacts,
  { conversions, clicks }: ArrivedEvents,
): Promise<Found> {
  const late = clicks.length > 0 ? await lateFor(sources, clicks) : [];
  const seeds = [...conversions, ...late];
  if (seeds.length === 0) return noneFound;

  const events = await connectedEvents(sources.find, seeds);
  const [touches, before, decided, corrections] = await Promise.all([
    sources.touches(events),
    sources.rows(events.map((event) => conversionId(facts.id, event))),
    sources.decided(events),
    sources.corrections(events),
  ]);
  const parts = resolveParts(facts, events, touches, decided);
  const resolved = parts.map(({ row }) => row);
  const taken = takenValueRows(facts, resolved, corrections);
  const stored = taken.map(({ conversion_id }) => conversion_id);
  const corrected = stored.length > 0 ? await sources.rows(stored) : [];
  return { before: [...before, ...corrected], parts, taken };
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
  const first = await resolve({ conversions, clicks });
  return settledFrom(sources, facts, first, { since, resolve });

  async function resolve({ conversions, clicks }: ArrivedEvents): Promise<Found> {
    const seeds = [
      ...conversions.map((seed) => ({ kind: 'conversions' as const, seed })),
      ...clicks.map((seed) => ({ kind: 'clicks' as const, seed })),
    ];
    let found = noneFound;
    await bisect(
      seeds,
      async (some) => {
        const moved = {
          conversions: some.flatMap((one) => (one.kind === 'conversions' ? [one.seed] : [])),
          clicks: some.flatMap((one) => (one.kind === 'clicks' ? [one.seed] : [])),
        };
        found = together(found, await resolveArrived(sources, facts, moved));
      },
      ({ seed }, reason) =>
        onSkipped?.({
          project: facts.id,
          time: new Date(seed.time).toISOString(),
          conversion: null,
          reason,
        }),
    );
    return found;
  }
}
