import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zoneOf } from '#contract/time-zone.ts';
import { readMapping } from '#server/import/mapping.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { listedZones, wrongZones } from '#tests/support/zone-names.ts';
import { createMember, type SignedInUser, start } from './users.ts';

const stores = sharedStores();
let app: Awaited<ReturnType<typeof appOf>>;
let project: number;
let owner: SignedInUser;
beforeAll(async () => {
  const { pool, warehouse } = stores();
  app = await appOf(productModules({ pool, reader: warehouse.reader, now: () => start }));
  const { project: created } = await createProject(pool, { name: 'Zoned', createdBy: null });
  project = created.id;
  owner = await createMember(pool, project, 'owner');
});
afterAll(() => app?.close());

let requests = 0;
/** Each request comes from an address of its own, so that none is limited. */
async function send(request: InjectOptions) {
  requests += 1;
  const answer = await app.inject({
    ...request,
    remoteAddress: `203.0.${(requests >> 8) & 255}.${requests & 255}`,
    headers: { authorization: `Token ${owner.token}` },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const inBody = (method: 'POST' | 'PATCH', path: () => string) => (timezone: string) =>
  send({ method, url: `/api/v1/${path()}`, payload: { timezone } });
const inQuery = (path: () => string) => (timezone: string) =>
  send({
    method: 'GET',
    url: `/api/v1/${path()}&${new URLSearchParams({ timezone })}`,
  });

const ways = {
  'a new project': (timezone: string) =>
    send({ method: 'POST', url: '/api/v1/projects/', payload: { name: 'Another', timezone } }),
  'a project': inBody('PATCH', () => `projects/${project}/`),
  'a person': inBody('PATCH', () => `user/${owner.id}/`),
  'a report': inQuery(() => `rc-data/?affiliate_id=all&project_id=${project}`),
  'a log': inQuery(() => `postback-log/?project_id=${project}`),
} satisfies Record<string, (timezone: string) => ReturnType<typeof send>>;

describe('a name that IANA does not list', () => {
  it.each(Object.entries(ways))('is refused as the zone of %s', async (_, ask) => {
    const taken: string[] = [];
    for (const name of wrongZones) {
      const { status, body } = await ask(name);
      if (status !== 400 || Object.keys(body).join() !== 'timezone') taken.push(name);
    }
    expect(taken).toEqual([]);
  });

  it('is refused as the zone of an analytics query', async () => {
    const taken: string[] = [];
    for (const timezone of wrongZones) {
      const query = { measures: ['pixel_summary.clicks'], timezone };
      const url = '/cubejs-api/v1/load';
      const { status, body } = await send({ method: 'POST', url, payload: { query } });
      if (status !== 400 || !/^(query\.)?timezone/.test(body.error)) taken.push(timezone);
    }
    expect(taken).toEqual([]);
  });

  it('is refused as the zone of an import', () => {
    for (const timezone of wrongZones) {
      const mapping = { timezone, events: [{ fields: { event_name: { const: 'click' } } }] };
      expect(() => readMapping(JSON.stringify(mapping), 'x.json'), timezone).toThrow(/timezone/);
    }
  });
});

describe('each name of IANA', () => {
  it('is stored in the spelling of IANA for a person, however it is written', async () => {
    for (const name of listedZones) {
      const { status, body } = await ways['a person'](name.toUpperCase());
      expect([name, status, body.timezone]).toEqual([name, 200, zoneOf(name)]);
    }
  });
});
