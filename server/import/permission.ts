import { hash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { sharedFolder } from '../database/account.ts';
import { readPostmaster } from '../database/postmaster.ts';
import { ImportProblem } from './problem.ts';

export type Permission = { key: string; end: () => Promise<void> };

const lifetime = 60 * 60_000;

type Place = { databaseUrl: string | undefined; dataDir: string };

/** Whoever can read the running installation's database may import: it gets a key for an hour, ended after use. */
export async function askPermission(slug: string, place: Place): Promise<Permission> {
  const client = new pg.Client(await connectionOf(place));
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportProblem(
      `The database does not answer (${reason}): start the server, or give the project's key with --key.`,
    );
  }
  try {
    const key = await grant(client, slug);
    return {
      key,
      async end() {
        await client
          .query('delete from import_keys where key_hash = $1', [hashOf(key)])
          .catch(() => undefined);
        await client.end();
      },
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function grant(client: pg.Client, slug: string): Promise<string> {
  const { rows } = await client.query<{ id: number }>('select id from projects where slug = $1', [
    slug,
  ]);
  const project = rows[0];
  if (!project) throw new ImportProblem(await unknownProject(client, slug));
  const key = `im_${randomBytes(32).toString('base64url')}`;
  await client.query('delete from import_keys where expires_at < now()');
  await client.query(
    'insert into import_keys (key_hash, project_id, expires_at) values ($1, $2, $3)',
    [hashOf(key), project.id, new Date(Date.now() + lifetime)],
  );
  return key;
}

async function unknownProject(client: pg.Client, slug: string): Promise<string> {
  const { rows } = await client.query<{ slug: string }>(
    'select slug from projects order by slug limit 10',
  );
  const there = rows.map((row) => row.slug).join(', ');
  return `There is no project "${slug}"${there ? `; there are: ${there}` : ', and no other yet'}.`;
}

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer');

async function connectionOf({ databaseUrl, dataDir }: Place): Promise<pg.ClientConfig> {
  const limits = { connectionTimeoutMillis: 5_000, application_name: 'clickledger import' };
  if (databaseUrl) return { connectionString: databaseUrl, ...limits };
  const directory = resolve(dataDir);
  const password = await secret(directory, 'postgres');
  const installation = (await secret(directory, 'installation'))
    ?.replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 16);
  const homes = [directory, ...(installation ? [join(sharedFolder, installation)] : [])];
  for (const home of password ? homes : []) {
    const server = await readPostmaster(join(home, 'postgres')).catch(() => null);
    if (server?.ready) {
      const { host, port } = server;
      return { host, port, user: 'clickledger', database: 'clickledger', password, ...limits };
    }
  }
  throw new ImportProblem(
    `The server's database was not found in ${directory}: set DATA_DIR as the server has it, or give the project's key with --key.`,
  );
}

const secret = (directory: string, name: string): Promise<string | undefined> =>
  readFile(join(directory, 'secrets', name), 'utf8').catch(() => undefined);
