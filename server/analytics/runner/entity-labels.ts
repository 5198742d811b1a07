import type pg from 'pg';
import type { LabelKind as Kind } from '#contract/analytics/dimensions.ts';
import type { ProjectScope } from '../../access/scope.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import type { ByKind, LabelCache } from './label-cache.ts';
import type { Select } from './query-runner.ts';

type Ids = readonly string[];
type Visible = Pick<ProjectScope, 'id' | 'visibleAffids'>;

/**
 * The names of things that events identify by id. Where a caller sees only some affiliates of a project, these are the
 * names that events and costs of those affiliates gave.
 */
export type Names = {
  /** Campaigns, ad sets and ads by their latest name. */
  labels(kind: Kind, projects: readonly Visible[], ids: Ids): Promise<Map<string, string>>;
  /** The same for all three kinds at once. */
  labelsOfAll(projects: readonly Visible[], ids: Record<Kind, Ids>): Promise<ByKind>;
  /** The names of all three kinds where there are few enough to read them all; null otherwise. */
  fewLabelsOfAll(projects: readonly Visible[]): Promise<ByKind | null>;
  /** All names of a kind where there are few enough to read them along with the figures; null otherwise. */
  fewLabels(kind: Kind, projects: readonly Visible[]): Promise<Map<string, string> | null>;
  /** Campaigns, ad sets and ads whose name contains a text or whose id begins with it, the best first. */
  matching(projects: readonly Visible[], text: string, limit: number): Promise<NamedLabel[]>;
  affiliates(projects: readonly Visible[]): Promise<Map<string, string>>;
  offers(projects: readonly number[]): Promise<Map<string, string>>;
};

type NamedLabel = { kind: Kind; id: string; name: string };

const few = 5_000;
/** With more ids than this, all names are read instead of sending the ids. */
const most = 1_000;
const kinds: readonly Kind[] = ['campaign', 'adset', 'ad'];
const labelColumns = 'kind, id, argMax(name, seen_at)';

/** The condition for the labels that a caller may read. */
function readableCondition(projects: readonly Visible[], parameters: Parameters): string {
  const whole = projects.flatMap(({ id, visibleAffids }) => (visibleAffids === null ? [id] : []));
  const parts = projects.flatMap(({ id, visibleAffids: its }) => {
    if (its === null || its.length === 0) return [];
    const inProject = `project_id IN ${parameters.add('Array(UInt32)', [id])}`;
    return [`(${inProject} AND affid IN ${parameters.add('Array(String)', its)})`];
  });
  if (whole.length > 0)
    parts.push(`(project_id IN ${parameters.add('Array(UInt32)', whole)} AND affid = '')`);
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
}

/** The cache key of a caller; callers who see the same affiliates share cached names. */
const readerOf = (projects: readonly Visible[]): string =>
  JSON.stringify(projects.map(({ id, visibleAffids }) => [id, visibleAffids]));

export function namesFrom(select: Select, pool: pg.Pool, book: LabelCache): Names {
  const fewLabelsOfAll: Names['fewLabelsOfAll'] = (projects) =>
    book.labelsOf(readerOf(projects), async () => {
      const parameters = new Parameters();
      const sql = `SELECT ${labelColumns} FROM labels WHERE ${readableCondition(projects, parameters)}
        GROUP BY kind, id LIMIT ${few}`;
      const rows = await select({ sql, parameters: parameters.values });
      return rows.length < few ? byKind(rows) : null;
    });
  return {
    fewLabelsOfAll,
    async labels(kind, projects, ids) {
      if (ids.length === 0) return new Map();
      const parameters = new Parameters();
      const sql = `SELECT id, argMax(name, seen_at) FROM labels
        WHERE kind = '${kind}' AND ${readableCondition(projects, parameters)}${
          ids.length <= most ? ` AND id IN ${parameters.add('Array(String)', ids)}` : ''
        }
        GROUP BY id`;
      return pairs(await select({ sql, parameters: parameters.values }));
    },
    async labelsOfAll(projects, ids) {
      const wanted = kinds.filter((kind) => ids[kind].length > 0);
      const parameters = new Parameters();
      const among = (kind: Kind) =>
        ids[kind].length <= most ? ` AND id IN ${parameters.add('Array(String)', ids[kind])}` : '';
      const named = wanted.map((kind) => `(kind = '${kind}'${among(kind)})`);
      const sql = `SELECT ${labelColumns} FROM labels
        WHERE ${readableCondition(projects, parameters)} AND (${named.join(' OR ')}) GROUP BY kind, id`;
      const rows = wanted.length > 0 ? await select({ sql, parameters: parameters.values }) : [];
      return byKind(rows);
    },
    async fewLabels(kind, projects) {
      const all = await fewLabelsOfAll(projects);
      if (all) return all[kind];
      const parameters = new Parameters();
      const sql = `SELECT id, argMax(name, seen_at) FROM labels
        WHERE kind = '${kind}' AND ${readableCondition(projects, parameters)} GROUP BY id LIMIT ${few}`;
      const found = pairs(await select({ sql, parameters: parameters.values }));
      return found.size < few ? found : null;
    },
    async matching(projects, text, limit) {
      const parameters = new Parameters();
      const wanted = parameters.add('String', text.toLowerCase());
      const sql = `SELECT kind, id, argMax(name, seen_at) AS called,
          position(lowerUTF8(called), ${wanted}) AS place
        FROM labels WHERE ${readableCondition(projects, parameters)}
        GROUP BY kind, id
        HAVING place > 0 OR startsWith(lowerUTF8(id), ${wanted})
        ORDER BY indexOf(['campaign', 'adset', 'ad'], toString(kind)), place, called, id
        LIMIT ${parameters.add('UInt64', limit)}`;
      const rows = await select({ sql, parameters: parameters.values });
      return rows.flatMap(([found, id, name]) => {
        const kind = kinds.find((one) => one === found);
        return kind && id && name ? [{ kind, id, name }] : [];
      });
    },
    async affiliates(projects) {
      const { rows } = await pool.query<{ project: number; code: string; name: string }>(
        `select project_id as project, aff_id as code, name from affiliates
         where project_id = any($1)`,
        [projects.map(({ id }) => id)],
      );
      const seen = new Map(
        projects.map(({ id, visibleAffids: its }) => [id, its && new Set(its)] as const),
      );
      const held = rows.filter(({ project, code }) => seen.get(project)?.has(code) ?? true);
      return pairs(held.map(({ code, name }) => [code, name]));
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

function byKind(rows: readonly (readonly (string | null)[])[]): ByKind {
  const of = (kind: Kind) =>
    pairs(rows.filter(([found]) => found === kind).map(([, ...pair]) => pair));
  return { campaign: of('campaign'), adset: of('adset'), ad: of('ad') };
}

const pairs = (rows: readonly (readonly (string | null)[])[]) =>
  new Map(rows.flatMap(([id, name]) => (id && name ? [[id, name] as const] : [])));
