import { createHasher } from '#server/accounts/hasher.ts';
import { createUser } from '#server/accounts/users.ts';
import { joinRunningDatabase } from '#server/database/join-running.ts';
import { createProject } from '#server/projects/repository.ts';
import type { Installation, RunningProduct } from './product.ts';

/** A signed-in owner of one project, and the keys of its shop and the shop's pages. */
export type Tenant = { projectId: number; collectKey: string; pixelKey: string; token: string };

/** The credentials of the sign-in. */
export const owner = {
  email: 'owner@clickledger.test',
  password: 'a password that only the rigs use',
};

/** Creates a project and its owner. Project names and owners are unique within a product. */
export async function newTenant(
  { dataDir }: Pick<Installation, 'dataDir'>,
  { url }: Pick<RunningProduct, 'url'>,
  name = 'Torture',
  credentials = owner,
): Promise<Tenant> {
  const pool = await joinRunningDatabase(dataDir);
  if (!pool) throw new Error('The database of the running product was not found.');
  try {
    const user = await createUser(pool, createHasher(), credentials);
    const { project, collectKey } = await createProject(pool, {
      name,
      createdBy: user.id,
    });
    const answer = await post(url, '/api/v1/auth/token/', credentials);
    const { token }: { token: string } = JSON.parse(answer.text);
    const { rows } = await pool.query<{ key: string }>(
      'select public_key as key from master_pixels where project_id = $1 and is_primary',
      [project.id],
    );
    return { projectId: project.id, collectKey, pixelKey: rows[0]?.key ?? '', token };
  } finally {
    await pool.end();
  }
}

export type Answer = { status: number; text: string };

/** Rejects without a complete answer. */
export async function post(
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Token ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

export async function get(url: string, path: string, token: string): Promise<Answer> {
  const response = await fetch(url + path, { headers: { authorization: `Token ${token}` } });
  return { status: response.status, text: await response.text() };
}

export const collectPath = '/api/v1/collect/server/';

/** True once the product has acknowledged every event; false after a refusal or a broken connection. */
export async function deliver(
  url: string,
  key: string,
  events: readonly unknown[],
): Promise<boolean> {
  const answer = await post(url, collectPath, { events }, key).catch(() => null);
  if (answer?.status !== 202) return false;
  const { rejected }: { rejected: { message: string }[] } = JSON.parse(answer.text);
  if (rejected[0]) throw new Error(`The rig sent an event that is refused: ${rejected[0].message}`);
  return true;
}

export const pagePath = '/t/e';

/** The body of a page's report, as a beacon sends it. */
export const pixelBody = (key: string, events: readonly unknown[]): string =>
  JSON.stringify({ key, events });

/** Reports events as a page does; true once they are acknowledged, or if there are none. */
export async function report(
  url: string,
  key: string,
  events: readonly unknown[],
): Promise<boolean> {
  if (events.length === 0) return true;
  const answer = await fetch(url + pagePath, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': browser },
    body: pixelBody(key, events),
  }).catch(() => null);
  if (answer?.status === 400)
    throw new Error(`The rig sent an event that is refused: ${await answer.text()}`);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status === 204;
}

export const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
