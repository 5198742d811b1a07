import type { InboxItem } from '../../database/payloads/inbox-item.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { readCappedProjects } from './cap-rows.ts';
import { type CountDependencies, recountCaps } from './recount.ts';

const ratesLast = 60_000;
/** For how long the projects with caps are believed. */
const believed = 1_000;

/** Counts the caps of offers again after conversions of theirs, or clicks that pay themselves, were stored. */
export function createCountOnMove(
  dependencies: CountDependencies & { onFailed: (error: unknown) => void },
) {
  const { pool, select, onFailed } = dependencies;
  let capped = new Set<number>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function cappedAmong(projects: readonly number[]): Promise<number[]> {
    if (performance.now() - readAt > believed) {
      capped = new Set(await readCappedProjects(pool));
      readAt = performance.now();
    }
    return projects.filter((project) => capped.has(project));
  }

  /** The job of every minute counts what failed here. */
  async function recount(project: number, offerIds: readonly string[]): Promise<void> {
    if (offerIds.length === 0) return;
    try {
      await recountCaps(dependencies, project, { offerIds, withClicks: false, ratesLast });
    } catch (error) {
      onFailed(error);
    }
  }

  return {
    async resolved(version: string, projects: readonly number[]): Promise<void> {
      for (const project of await cappedAmong(projects)) {
        const parameters = new Parameters();
        const rows = await select({
          sql: `SELECT DISTINCT offer_id FROM conversion_versions
WHERE version = ${parameters.add('UInt64', version)} AND project_id = ${parameters.add('Int64', project)} AND offer_id != ''`,
          parameters: parameters.values,
        }).catch((error: unknown) => {
          onFailed(error);
          return [];
        });
        await recount(
          project,
          rows.flatMap(([id]) => (id ? [id] : [])),
        );
      }
    },
    async arrived(items: readonly InboxItem[]): Promise<void> {
      const paying = new Map<number, Set<string>>();
      for (const item of items) {
        if (item.kind !== 'event' || Number(item.event.click_payout ?? 0) === 0) continue;
        const { project_id: project, offer_id: offer } = item.event;
        paying.set(project, (paying.get(project) ?? new Set()).add(offer));
      }
      for (const project of await cappedAmong([...paying.keys()])) {
        await recount(project, [...(paying.get(project) ?? [])]);
      }
    },
  };
}
