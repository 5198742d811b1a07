import { createHasher } from '#server/accounts/hasher.ts';
import { createUser } from '#server/accounts/users.ts';
import { joinRunningDatabase } from '#server/database/running.ts';
import { createProject } from '#server/projects/repository.ts';
import type { Home, Running } from './product.ts';

/** A signed-in owner of one project, and the key under which its shop reports. */
export type Tenant = { projectId: number; collectKey: string; token: string };

const email = 'owner@clickledger.test';
const password = 'a password that only the rigs use';

export async function newTenant({ dataDir }: Home, { url }: Running): Promise<Tenant> {
  const pool = await joinRunningDatabase(dataDir);
  if (!pool) throw new Error('The database of the running product was not found.');
  try {
    const user = await createUser(pool, createHasher(), { email, password });
    const { project, collectKey } = await createProject(pool, {
      name: 'Torture',
      createdBy: user.id,
    });
    const answer = await post(url, '/api/v1/auth/token/', { email, password });
    const { token }: { token: string } = JSON.parse(answer.text);
    return { projectId: project.id, collectKey, token };
  } finally {
    await pool.end();
  }
}

export type Answer = { status: number; text: string };

/** Rejects when no whole answer came. */
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

/** True once the product has acknowledged every event; false when it refused or went away first. */
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
