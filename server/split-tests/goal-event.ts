import type { TestGoal } from '#contract/split-tests/definition.ts';
import type { Connection } from '../database/orm.ts';

/** The event that reaches a goal: the one that is named, else the project's conversion event. */
export async function goalEventOf(
  connection: Connection,
  project: number,
  { event }: Pick<TestGoal, 'event'>,
): Promise<string> {
  if (event !== '') return event;
  const { rows } = await connection.query<{ target: string }>(
    'select target from projects where id = $1',
    [project],
  );
  return rows[0]?.target ?? 'purchase';
}
