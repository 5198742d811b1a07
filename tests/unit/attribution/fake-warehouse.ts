import type { FindEvents } from '#server/attribution/connected-events.ts';
import { EARLIEST_EARNED, LATEST_EARNED } from '#server/attribution/credit.ts';
import type { ProjectFacts, RawEvent, Touch } from '#server/attribution/raw-events.ts';
import { recompute, type Sources } from '#server/attribution/recompute.ts';
import type { Change } from '#server/attribution/row-changes.ts';
import type { StoredDecision } from '#server/attribution/stored-decisions.ts';
import { clickKey, visitKeys } from '#server/attribution/visit-keys.ts';
import type { Arrival } from './event-orders.ts';

const isTwin = ({ is_twin }: Touch): boolean => is_twin === 1;

/** The content of the warehouse for a project with offers, with only the queries that the resolver may run. */
export class FakeWarehouse {
  readonly events = new Map<string, RawEvent>();
  readonly clicks = new Map<string, Touch>();
  readonly rows = new Map<string, Change>();
  readonly decided = new Map<string, StoredDecision>();
  written = 0;
  facts: ProjectFacts;

  constructor(facts: ProjectFacts) {
    this.facts = facts;
  }

  async move(batch: readonly Arrival[]): Promise<void> {
    const events = batch.flatMap((arrival) => ('event' in arrival ? [arrival.event] : []));
    const clicks = batch.flatMap((arrival) => ('click' in arrival ? [arrival.click] : []));
    for (const event of events) this.events.set(event.uid, event);
    for (const one of clicks) this.clicks.set(one.uid, one);
    await this.recompute(events, clicks);
  }

  async decide(uid: string, decided: StoredDecision): Promise<void> {
    this.decided.set(uid, decided);
    const event = this.events.get(uid);
    await this.recompute(event ? [event] : [], []);
  }

  /** Everything again, in pages, as after a change of an offer. */
  async recomputeAll(page: number): Promise<void> {
    const all = [...this.events.values()];
    for (let from = 0; from < all.length; from += page) {
      await this.recompute(all.slice(from, from + page), []);
    }
  }

  private async recompute(conversions: readonly RawEvent[], clicks: readonly Touch[]) {
    const changes = await recompute(this.sources, this.facts, { conversions, clicks });
    this.written += changes.length;
    for (const change of changes) this.rows.set(`${change.conversion_id} ${change.side}`, change);
  }

  /** The current rows, without their history. */
  get figures() {
    return [...this.rows.values()]
      .filter((row) => row.deleted === 0)
      .map(({ deleted, known_at, moved_from, ...row }) => row)
      .sort((a, b) => (`${a.conversion_id} ${a.side}` < `${b.conversion_id} ${b.side}` ? -1 : 1));
  }

  private clicksWith(ids: ReadonlySet<string>): Touch[] {
    return [...this.clicks.values()].filter((one) => visitKeys(one).some((id) => ids.has(id)));
  }

  private readonly find: FindEvents = async ({ keys, orders, people }) =>
    [...this.events.values()].filter(
      (event) =>
        keys.includes(event.key) ||
        orders.includes(event.order_id) ||
        (event.time >= people.from &&
          event.time <= people.to &&
          (people.clicks.includes(event.click_id) || people.users.includes(event.user_id))),
    );

  private readonly sources: Sources = {
    find: this.find,
    after: async (clicks) =>
      [...this.events.values()].filter((event) =>
        clicks.some(
          (one) =>
            event.time - one.time >= EARLIEST_EARNED &&
            event.time - one.time <= LATEST_EARNED &&
            visitKeys(event).some((id) => visitKeys(one).includes(id)),
        ),
      ),
    twins: async () => [],
    touches: async (events) => {
      const ids = new Set(events.flatMap(visitKeys));
      const found = this.clicksWith(ids);
      return [...found, ...this.clicksWith(new Set(found.filter(isTwin).map(clickKey)))];
    },
    rows: async (ids) =>
      [...this.rows.values()].filter(({ conversion_id }) => ids.includes(conversion_id)),
    decided: async (events) =>
      new Map(
        events.flatMap(({ uid }) => {
          const decided = this.decided.get(uid);
          return decided ? [[uid, decided] as const] : [];
        }),
      ),
    corrections: async () => [],
    siblings: async (groups) =>
      [...this.rows.values()].filter((row) => {
        const time = Date.parse(row.event_time);
        return (
          row.deleted === 0 &&
          groups.some(
            (group) =>
              time >= group.from &&
              time < group.to &&
              (group.kind === 'click'
                ? row.click_uid === group.click
                : row.side === 'server' &&
                  row.offer_id === group.offer &&
                  row.affid === group.affid &&
                  row.goal === group.goal),
          )
        );
      }),
  };
}
