import { and, desc, eq, ilike, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type pg from 'pg';
import type { TestKind } from '#contract/split-tests/definition.ts';
import type { TestTab } from '#contract/split-tests/schemas.ts';
import { containing } from '../database/containing.ts';
import { type Connection, orm } from '../database/orm.ts';
import { splitTestPhases, splitTestShips, splitTests } from '../database/schema/split-tests.ts';

export type TestRow = typeof splitTests.$inferSelect;
export type PhaseRow = typeof splitTestPhases.$inferSelect;
export type ShipRow = typeof splitTestShips.$inferSelect;

/** A test with its phases in order, and the ship that stands. */
export type StoredTest = { row: TestRow; phases: PhaseRow[]; ship: ShipRow | null };

const byTab: Record<TestTab, SQL | undefined> = {
  running: inArray(splitTests.status, ['running', 'paused']),
  drafts: eq(splitTests.status, 'draft'),
  finished: eq(splitTests.status, 'stopped'),
  learnings: isNotNull(splitTests.decision),
};

export type TestFilter = {
  project: number;
  tab?: TestTab | undefined;
  search?: string | undefined;
  kind?: TestKind | undefined;
  /** The id of the last test of the page before. */
  before?: string | undefined;
  limit: number;
};

/** The latest tests first; archived ones only among the learnings. */
export async function readTests(
  connection: Connection,
  { project, tab, search, kind, before, limit }: TestFilter,
): Promise<StoredTest[]> {
  const rows = await orm(connection)
    .select()
    .from(splitTests)
    .where(
      and(
        eq(splitTests.projectId, project),
        tab === 'learnings' ? undefined : isNull(splitTests.archivedAt),
        tab && byTab[tab],
        kind && eq(splitTests.kind, kind),
        search ? holding(search) : undefined,
        before === undefined ? undefined : lt(splitTests.id, before),
      ),
    )
    .orderBy(desc(splitTests.id))
    .limit(limit);
  return withParts(connection, rows);
}

function holding(search: string): SQL | undefined {
  const pattern = containing(search);
  return or(
    ilike(splitTests.name, pattern),
    ilike(splitTests.slug, pattern),
    ilike(splitTests.hypothesis, pattern),
    ilike(splitTests.decisionNote, pattern),
  );
}

/** A test by its id; its project is checked by the caller. */
export async function findTest(connection: Connection, id: string): Promise<StoredTest | null> {
  const rows = await orm(connection).select().from(splitTests).where(eq(splitTests.id, id));
  const [test] = await withParts(connection, rows);
  return test ?? null;
}

async function withParts(connection: Connection, rows: readonly TestRow[]): Promise<StoredTest[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const phases = await orm(connection)
    .select()
    .from(splitTestPhases)
    .where(inArray(splitTestPhases.testId, ids))
    .orderBy(splitTestPhases.n);
  const ships = await orm(connection)
    .select()
    .from(splitTestShips)
    .where(and(inArray(splitTestShips.testId, ids), isNull(splitTestShips.undoneAt)));
  return rows.map((row) => ({
    row,
    phases: phases.filter(({ testId }) => testId === row.id),
    ship: ships.find(({ testId }) => testId === row.id) ?? null,
  }));
}

export async function insertTest(
  client: pg.PoolClient,
  values: typeof splitTests.$inferInsert,
): Promise<StoredTest> {
  await orm(client).insert(splitTests).values(values);
  return reread(client, values.id);
}

/** Changes columns of a test and raises its version. */
export async function storeTest(
  client: pg.PoolClient,
  { id, version }: TestRow,
  columns: Partial<TestRow>,
  now: Date,
): Promise<StoredTest> {
  await orm(client)
    .update(splitTests)
    .set({ ...columns, version: version + 1, updatedAt: now })
    .where(eq(splitTests.id, id));
  return reread(client, id);
}

async function reread(client: pg.PoolClient, id: string): Promise<StoredTest> {
  const test = await findTest(client, id);
  if (!test) throw new Error('A split test that was written is not there.');
  return test;
}

/** The id of the test of a project that has this name, in any letter case. Archived ones leave theirs to others. */
export async function findByName(
  connection: Connection,
  project: number,
  name: string,
): Promise<string | null> {
  const { rows } = await connection.query<{ id: string }>(
    'select id from split_tests where project_id = $1 and lower(name) = lower($2) and archived_at is null',
    [project, name],
  );
  return rows[0]?.id ?? null;
}

/** Every short name that tests of a project have, archived ones too, because their links go on. */
export async function takenSlugs(connection: Connection, project: number): Promise<Set<string>> {
  const { rows } = await connection.query<{ slug: string }>(
    'select slug from split_tests where project_id = $1',
    [project],
  );
  return new Set(rows.map(({ slug }) => slug));
}
