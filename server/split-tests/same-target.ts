import { and, eq, isNull, ne } from 'drizzle-orm';
import { type Connection, orm } from '../database/orm.ts';
import { splitTests } from '../database/schema/split-tests.ts';
import type { TestRow } from './test-rows.ts';

/** The name of a running test about the same page, offers or step; null where there is none. */
export async function rivalOf(connection: Connection, test: TestRow): Promise<string | null> {
  const rows = await orm(connection)
    .select()
    .from(splitTests)
    .where(
      and(
        eq(splitTests.projectId, test.projectId),
        eq(splitTests.status, 'running'),
        ne(splitTests.id, test.id),
        isNull(splitTests.archivedAt),
      ),
    );
  return rows.find((other) => sharesTarget(test, other))?.name ?? null;
}

/** Tests share a target where a visitor of one could be in the other at the same place. */
function sharesTarget(one: TestRow, other: TestRow): boolean {
  if (one.target && other.target) {
    return one.target.funnel === other.target.funnel && one.target.step === other.target.step;
  }
  const places = new Set(placesOf(one));
  return placesOf(other).some((place) => places.has(place));
}

const placesOf = ({ variants }: TestRow): (string | number)[] =>
  variants.flatMap(({ url, offer }) => url ?? offer ?? []);
