import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { policies } from './policy.ts';
import { changesBetween, columnsIn, readRows } from './rows.ts';
import type { TestData } from './test-data.ts';

/** Tempting names that are no columns. */
const tempting = ['role', 'is_superuser', 'is_debug', 'subscription', 'users', 'state', 'member'];

/** Fits no existing field, so that every name of the body has to be refused. */
const unfit = '\u0001';

export const writingRoutes = Object.entries(policies).filter(
  ([route, { caller, looseBody }]) =>
    /^(POST|PUT|PATCH) /.test(route) &&
    !looseBody &&
    (caller === 'member' || caller === 'signed in' || caller === 'person'),
);

type Fixture = {
  app: FastifyInstance;
  pool: pg.Pool;
  data: TestData;
  token: string | null;
  /** Returns when what earlier requests reported has reached the warehouse, so that it moves no rows meanwhile. */
  flush(): Promise<void>;
};

/** Sends a valid body, and one with every column of the database added, and compares their answers and changes. */
export async function tryColumns({ app, pool, data, token, flush }: Fixture, route: string) {
  const [policy] = writingRoutes.filter(([name]) => name === route).map(([, one]) => one);
  const [way] = Object.values(policy?.requests ?? {});
  if (!policy || !way) throw new Error(`${route} writes nothing.`);
  const { path, body } = way.request(data, way.targets[0] ?? 'none');
  const send = (payload: object | undefined) =>
    app.inject({
      method: route.split(' ')[0] as 'POST',
      url: path,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      ...(payload ? { payload } : {}),
    });

  await data.setAsideAgain();
  await flush();
  const before = await readRows(pool);
  const known = new Set(Object.keys(body ?? {}));
  const smuggled = columnsIn(before, tempting).filter((name) => !known.has(name));
  const refused = await send({
    ...body,
    ...Object.fromEntries(smuggled.map((key) => [key, unfit])),
  });
  const between = await readRows(pool);
  const accepted = await send(body);
  const changedByAccepted = changesBetween(between, await readRows(pool));
  const owner = data.personas.find(({ name }) => name === 'owner');
  if (policy.endsMembership && owner) await data.rejoin(owner);
  return {
    smuggled,
    refused,
    changedByRefused: changesBetween(before, between),
    accepted,
    changedByAccepted,
    policy,
  };
}
