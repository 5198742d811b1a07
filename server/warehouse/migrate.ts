import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { projectRoot } from '../platform/project-root.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { replicated } from './cluster-migrations.ts';

type Options = {
  cluster?: string | undefined;
  folder?: string;
  /** Called before the tables of an earlier version change; its error keeps them as they are. */
  onOlder?: () => Promise<void>;
};

const shipped = join(projectRoot, 'server', 'warehouse', 'migrations');

const record = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name String,
  checksum String,
  applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = MergeTree
ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

/**
 * Applies the numbered SQL files that this warehouse has not seen. A file is recorded after its last statement, and
 * statements can be repeated, so a crash in between does no harm.
 */
export async function migrateWarehouse(
  writer: ClickHouseClient,
  { cluster, folder = shipped, onOlder }: Options = {},
): Promise<void> {
  const run = async (statement: string) => {
    for (const query of cluster ? replicated(statement, cluster) : [statement]) {
      await writer.command({ query });
    }
  };
  await run(record);
  let applied = await appliedTo(writer);
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  refuseUnknown([...applied.keys()].filter((name) => !names.includes(name)));
  const isOlder = () => applied.size > 0 && names.some((name) => !applied.has(name));
  if (isOlder()) {
    try {
      await onOlder?.();
    } catch (error) {
      // A replica may not have fetched the last row yet that another process of this version recorded.
      applied = await appliedTo(writer);
      if (isOlder()) throw error;
    }
  }
  for (const name of names.sort()) {
    const text = await readFile(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    const known = applied.get(name);
    if (known === checksum) continue;
    if (known !== undefined) {
      throw new StartProblem(
        `The warehouse migration ${name} was changed after it had been applied: add a new file instead.`,
      );
    }
    for (const statement of statementsOf(text)) await run(statement);
    await writer.insert({
      table: 'schema_migrations',
      columns: ['name', 'checksum'],
      values: [{ name, checksum }],
      format: 'JSONEachRow',
    });
  }
}

/** An older build must not serve on tables of a newer one. */
function refuseUnknown(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new StartProblem(
    `The warehouse has the migration ${names.join(', ')}, which this version does not know: start the newer version that applied it, or restore a backup from before the update.`,
  );
}

/** The statements of a file: each ends with a semicolon at the end of a line. */
export function statementsOf(text: string): string[] {
  return text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;[ \t]*(?:\r?\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

async function appliedTo(writer: ClickHouseClient): Promise<Map<string, string>> {
  const answer = await writer.query({
    query: 'SELECT name, checksum FROM schema_migrations',
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ name: string; checksum: string }>();
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}
