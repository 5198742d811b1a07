const table =
  /^CREATE TABLE IF NOT EXISTS (\w+)\s*\(([\s\S]*)\)\s*ENGINE\s*=\s*(\w*MergeTree)\s*(?:\(([^)]*)\))?([\s\S]*)$/i;
const alteration = /^ALTER TABLE (\w+)\s+([\s\S]*)$/i;
const removal = /^DROP TABLE IF EXISTS (\w+) SYNC$/i;
const copy = /^INSERT INTO \w+\s*\([^)]*\)\s*SELECT\b/i;

/**
 * The statement of a migration on a cluster: a replicated table on every node, and under the original name a
 * distributed view over all. A project stays on one shard, so that its rows merge and join locally.
 */
export function replicated(statement: string, cluster: string): string[] {
  const quoted = `'${cluster.replaceAll(/[\\']/g, '\\$&')}'`;
  const on = `ON CLUSTER ${quoted}`;

  const created = table.exec(statement);
  if (created) {
    const [, name, columns = '', engine, engineArguments, rest = ''] = created;
    const where = `'/clickhouse/tables/{shard}/{database}/${name}', '{replica}'`;
    const options = [where, engineArguments?.trim()].filter(Boolean).join(', ');
    const settings = deduplicating(rest);
    const shard = /\bproject_id\b/.test(columns) ? 'sipHash64(project_id)' : 'rand()';
    return [
      `CREATE TABLE IF NOT EXISTS ${name}_local ${on} (${columns}) ENGINE = Replicated${engine}(${options})${settings}`,
      `CREATE TABLE IF NOT EXISTS ${name} ${on} AS ${name}_local ENGINE = Distributed(${quoted}, currentDatabase(), ${name}_local, ${shard})`,
    ];
  }

  const altered = alteration.exec(statement);
  if (altered) {
    const [, name, change = ''] = altered;
    const columnsChange = /^(?:ADD|DROP|RENAME|MODIFY) COLUMN\b/i.test(change);
    return [
      `ALTER TABLE ${name}_local ${on} ${deduplicating(change)}`,
      ...(columnsChange ? [`ALTER TABLE ${name} ${on} ${change}`] : []),
    ];
  }
  const [, removed] = removal.exec(statement) ?? [];
  if (removed) {
    return [removed, `${removed}_local`].map((name) => `DROP TABLE IF EXISTS ${name} ${on} SYNC`);
  }
  // Copies go through the distributed views, so that any node can run them.
  if (copy.test(statement)) return [statement];
  throw new Error(`No form for a cluster is known of this statement: ${statement.slice(0, 80)}`);
}

const deduplicating = (text: string): string =>
  text.replaceAll('non_replicated_deduplication', 'replicated_deduplication');
