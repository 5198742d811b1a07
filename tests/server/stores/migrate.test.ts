import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#server/database/migrate.ts';
import { projectRoot } from '#server/platform/project-root.ts';
import { replicated } from '#server/warehouse/cluster-migrations.ts';
import { migrateWarehouse, statementsOf } from '#server/warehouse/migrate.ts';
import {
  openTemporary,
  rowsOf,
  sharedWarehouse,
  startDatabase,
  temporaryFolder,
} from './temporary-stores.ts';

const shipped = join(projectRoot, 'server', 'warehouse', 'migrations');

describe('the migrations of the database', () => {
  it('run once, also when several processes start at once', async () => {
    const { pool } = await startDatabase(await openTemporary());
    await Promise.all([migrateDatabase(pool), migrateDatabase(pool), migrateDatabase(pool)]);
    await migrateDatabase(pool);
    const { rows } = await pool.query('select count(*)::int n from drizzle.__drizzle_migrations');
    const folder = join(projectRoot, 'server', 'database', 'migrations');
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
    expect(rows).toEqual([{ n: files.length }]);
  });
});

describe('the migrations of the warehouse', () => {
  const warehouse = sharedWarehouse();
  const tables = async () => {
    const query = 'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name';
    return (await rowsOf<{ name: string }>(warehouse().writer, query)).map(({ name }) => name);
  };

  beforeEach(async () => {
    const { writer } = warehouse();
    for (const name of await tables()) await writer.command({ query: `DROP TABLE ${name} SYNC` });
  });

  it('that the product ships can be applied, and are applied once', async () => {
    const { writer } = warehouse();
    await migrateWarehouse(writer);
    const query = 'SELECT name, applied_at FROM schema_migrations ORDER BY name';
    const first = await rowsOf<{ name: string }>(writer, query);
    expect(first.map(({ name }) => name)).toEqual((await readdir(shipped)).sort());
    await migrateWarehouse(writer);
    expect(await rowsOf(writer, query)).toEqual(first);
  });

  it('continue where a crash left them', async () => {
    const { writer } = warehouse();
    const folder = await temporaryFolder();
    const table = (name: string) =>
      `CREATE TABLE IF NOT EXISTS ${name} (n Int8) ENGINE = MergeTree ORDER BY n;\n`;
    await writeFile(join(folder, '0001-first.sql'), table('one') + table('two'));
    await writer.command({ query: table('one').replace(';\n', '') });
    await migrateWarehouse(writer, { folder });
    await writeFile(join(folder, '0002-second.sql'), table('three'));
    await migrateWarehouse(writer, { folder });
    expect(await tables()).toEqual(['one', 'schema_migrations', 'three', 'two']);
  });

  it('move the stored conversions to hours and three days unchanged, also after a crash in the middle', async () => {
    const { writer } = warehouse();
    const folder = await temporaryFolder();
    const files = (await readdir(shipped)).sort();
    const old = files.filter((name) => name < '0005');
    for (const name of old) await copyFile(join(shipped, name), join(folder, name));
    await migrateWarehouse(writer, { folder });
    const row = (id: string, version: string, hour: string, deleted: 0 | 1 = 0) => ({
      project_id: 1,
      conversion_id: id,
      side: 'server',
      version,
      deleted,
      own_country: 'US',
      event_time: `2026-11-${hour}:00:00.000`,
      value: version,
    });
    await writer.insert({
      table: 'conversion_versions',
      values: [
        row('kept', '1', '10 12'),
        row('moved', '1', '10 12'),
        row('gone', '1', '10 12'),
        row('moved', '2', '10 13'),
        row('gone', '3', '10 12', 1),
      ],
      format: 'JSONEachRow',
    });
    const standing = `SELECT conversion_id, toString(value) AS value, own_country,
      formatDateTime(event_time, '%d %H') AS hour FROM conversions FINAL ORDER BY conversion_id`;
    const expected = [
      { conversion_id: 'kept', value: '1', own_country: 'US', hour: '10 12' },
      { conversion_id: 'moved', value: '2', own_country: 'US', hour: '10 13' },
    ];
    await migrateWarehouse(writer);
    expect(await rowsOf(writer, standing)).toEqual(expected);
    await writer.command({
      query: "DELETE FROM schema_migrations WHERE name >= '0005'",
    });
    await migrateWarehouse(writer);
    expect(await rowsOf(writer, standing)).toEqual(expected);
    const days =
      "SELECT DISTINCT partition FROM system.parts WHERE table = 'conversions' AND active";
    expect(await rowsOf(writer, days)).toEqual([{ partition: '2026-11-09' }]);
  });

  it('keep the costs of affiliates apart that had replaced each other, also after a crash in the middle', async () => {
    const { writer } = warehouse();
    const folder = await temporaryFolder();
    const files = (await readdir(shipped)).sort();
    for (const name of files.filter((file) => file < '0013')) {
      await copyFile(join(shipped, name), join(folder, name));
    }
    await migrateWarehouse(writer, { folder });
    const spent = (affid: string, spend: string, version: string) => ({
      project_id: 1,
      date: '2026-11-20',
      platform: 'meta',
      affid,
      spend,
      version,
    });
    const costs = [spent('1001', '10', '1'), spent('1002', '20', '2'), spent('1002', '25', '3')];
    for (const cost of costs) {
      const values = [cost];
      await writer.insert({ table: 'cost_versions', values, format: 'JSONEachRow' });
      await writer.insert({ table: 'costs', values, format: 'JSONEachRow' });
    }
    const standing = `SELECT affid, toString(spend) AS spend FROM costs FINAL ORDER BY affid`;
    expect(await rowsOf(writer, standing)).toEqual([{ affid: '1002', spend: '25' }]);
    const expected = [
      { affid: '1001', spend: '10' },
      { affid: '1002', spend: '25' },
    ];
    const statements = statementsOf(
      await readFile(join(shipped, '0013-costs-by-affiliate.sql'), 'utf8'),
    );
    for (let done = 0; done <= statements.length; done += 1) {
      for (const query of statements.slice(0, done)) await writer.command({ query });
    }
    await migrateWarehouse(writer);
    expect(await rowsOf(writer, standing)).toEqual(expected);
    expect(
      await rowsOf(writer, 'SELECT toUInt32(count()) AS versions FROM cost_history FINAL'),
    ).toEqual([{ versions: 3 }]);
    expect(await tables()).not.toContain('cost_versions');
  });

  it('are not recorded when a statement fails', async () => {
    const { writer } = warehouse();
    const folder = await temporaryFolder();
    const file = join(folder, '0001-first.sql');
    await writeFile(file, 'CREATE TABLE broken;\n');
    await expect(migrateWarehouse(writer, { folder })).rejects.toThrow();
    await writeFile(file, 'SELECT 1;\n');
    await migrateWarehouse(writer, { folder });
  });

  it('may not be changed after they were applied', async () => {
    const { writer } = warehouse();
    const folder = await temporaryFolder();
    const file = join(folder, '0001-first.sql');
    await writeFile(file, 'SELECT 1;\n');
    await migrateWarehouse(writer, { folder });
    await writeFile(file, 'SELECT 2;\n');
    await expect(migrateWarehouse(writer, { folder })).rejects.toThrow(
      '0001-first.sql was changed after it had been applied',
    );
  });
});

describe('a migration file', () => {
  it('holds statements that end with a semicolon at the end of a line', () => {
    const text = "-- a note; not a statement;\nSELECT ';' AS a;\n\nSELECT 2 -- two\n;  \nSELECT 3";
    expect(statementsOf(text)).toEqual(["SELECT ';' AS a", 'SELECT 2 -- two', 'SELECT 3']);
  });
});

describe('a migration on a cluster', () => {
  it('makes a replicated table on each node and a distributed one over them', () => {
    const statement = `CREATE TABLE IF NOT EXISTS costs (
  project_id UInt32,
  spend Decimal(18, 4)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (project_id)
SETTINGS non_replicated_deduplication_window = 100, fsync_after_insert = 1`;
    const [local, distributed] = replicated(statement, 'main');
    expect(local).toContain("CREATE TABLE IF NOT EXISTS costs_local ON CLUSTER 'main' (");
    expect(local).toContain(
      "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/costs', '{replica}', version)",
    );
    expect(local).toContain('SETTINGS replicated_deduplication_window = 100, fsync_after_insert');
    expect(distributed).toBe(
      "CREATE TABLE IF NOT EXISTS costs ON CLUSTER 'main' AS costs_local ENGINE = Distributed('main', currentDatabase(), costs_local, sipHash64(project_id))",
    );
  });

  it('changes both tables', () => {
    expect(replicated('ALTER TABLE costs ADD COLUMN IF NOT EXISTS note String', 'main')).toEqual([
      "ALTER TABLE costs_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS note String",
      "ALTER TABLE costs ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS note String",
    ]);
    expect(replicated('ALTER TABLE costs ADD INDEX i (n) TYPE minmax', 'main')).toHaveLength(1);
    const setting = 'ALTER TABLE costs MODIFY SETTING non_replicated_deduplication_window = 9';
    expect(replicated(setting, 'main')).toEqual([
      "ALTER TABLE costs_local ON CLUSTER 'main' MODIFY SETTING replicated_deduplication_window = 9",
    ]);
  });

  it('has a form for everything that the product ships', async () => {
    for (const name of await readdir(shipped)) {
      for (const statement of statementsOf(await readFile(join(shipped, name), 'utf8'))) {
        const [first] = replicated(statement, 'main');
        if (statement.startsWith('INSERT INTO')) expect(first).toBe(statement);
        else expect(first).toContain("ON CLUSTER 'main'");
      }
    }
  });

  it('removes both tables, from every node before it continues', () => {
    expect(replicated('DROP TABLE IF EXISTS costs SYNC', 'main')).toEqual([
      "DROP TABLE IF EXISTS costs ON CLUSTER 'main' SYNC",
      "DROP TABLE IF EXISTS costs_local ON CLUSTER 'main' SYNC",
    ]);
  });

  it('refuses a statement that it does not know', () => {
    expect(() => replicated('DROP TABLE costs', 'main')).toThrow('No form for a cluster');
  });
});
