import pino from 'pino';
import { connectDatabase } from '#server/database/connect.ts';
import { openDataDir } from '#server/platform/data-dir.ts';
import { connectWarehouse } from '#server/warehouse/connect.ts';

const [path = '', ...stores] = process.argv.slice(2);
const log = pino({ level: 'silent' });

try {
  const dataDir = await openDataDir(path);
  const database = stores.includes('database') ? await connectDatabase({ dataDir, log }) : null;
  const warehouse = stores.includes('warehouse') ? await connectWarehouse({ dataDir, log }) : null;
  console.log(JSON.stringify({ database: database?.pid(), warehouse: warehouse?.pid() }));
  process.stdin.once('end', () => process.exit(1));
  process.stdin.resume();
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof Error ? error.message : String(error) }));
  process.exitCode = 1;
}
