import type pg from 'pg';
import type { Select } from '../ask.ts';
import { Parameters } from '../parameters.ts';

/** What people call the things that events know by id. */
export type Names = {
  /** Campaigns, ad sets and ads by the name that was seen last. */
  labels(
    kind: 'campaign' | 'adset' | 'ad',
    projects: readonly number[],
    ids: readonly string[],
  ): Promise<Map<string, string>>;
  /** All of them, where they are few enough to be read while the figures they belong to are; null where not. */
  fewLabels(
    kind: 'campaign' | 'adset' | 'ad',
    projects: readonly number[],
  ): Promise<Map<string, string> | null>;
  affiliates(projects: readonly number[]): Promise<Map<string, string>>;
  offers(projects: readonly number[]): Promise<Map<string, string>>;
};

const few = 5_000;

export function namesFrom(select: Select, pool: pg.Pool): Names {
  return {
    async labels(kind, projects, ids) {
      if (ids.length === 0) return new Map();
      const parameters = new Parameters();
      const sql = `SELECT id, argMax(name, seen_at) FROM labels
        WHERE project_id IN ${parameters.add('Array(UInt32)', projects)}
          AND kind = ${parameters.add('String', kind)}${
            ids.length <= 1_000 ? ` AND id IN ${parameters.add('Array(String)', ids)}` : ''
          }
        GROUP BY id`;
      return pairs(await select({ sql, parameters: parameters.values }));
    },
    async fewLabels(kind, projects) {
      const parameters = new Parameters();
      const sql = `SELECT id, argMax(name, seen_at) FROM labels
        WHERE project_id IN ${parameters.add('Array(UInt32)', projects)}
          AND kind = ${parameters.add('String', kind)}
        GROUP BY id LIMIT ${few}`;
      const found = pairs(await select({ sql, parameters: parameters.values }));
      return found.size < few ? found : null;
    },
    async affiliates(projects) {
      const { rows } = await pool.query<[string, string]>({
        text: 'select aff_id, name from affiliates where project_id = any($1)',
        values: [projects],
        rowMode: 'array',
      });
      return pairs(rows);
    },
    async offers(projects) {
      const { rows } = await pool.query<[string, string]>({
        text: 'select offer_id, name from offers where project_id = any($1)',
        values: [projects],
        rowMode: 'array',
      });
      return pairs(rows);
    },
  };
}

const pairs = (rows: readonly (readonly (string | null)[])[]) =>
  new Map(rows.flatMap(([id, name]) => (id && name ? [[id, name] as const] : [])));
