import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { policies } from './policy.ts';
import type { Persona } from './test-data.ts';
import { startTestProduct, type TestProduct } from './test-product.ts';

let setting: TestProduct;
let owner: Persona;

beforeAll(async () => {
  setting = await startTestProduct();
  const found = setting.data.personas.find(({ name }) => name === 'owner');
  if (!found) throw new Error('There is no owner.');
  owner = found;
});
afterAll(() => setting?.stop());

const seed = 20_261_125;
const samples = 12;

const noText = ['\0', 'a\0b'];
const times = [
  '0000-01-01',
  '0099-12-31',
  '9999-12-31',
  '12/31/9999',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2026-01-01T00:00:00+99:99',
  '+275760-09-13T00:00+00:00',
  '-000001-01-01T00:00:00Z',
];
const odd = ['-1', '999999999', '99999999999999999999', '1e400', '[]', '%', '__proto__', 'x,'];
const halves = ['\ud800', 'a\udfffb'];

type Place = { part: 'path' | 'query' | 'body'; name: string };
type Change = Place & { value: unknown };
type Target = {
  method: 'GET' | 'POST';
  path: string;
  pattern: string;
  body: Record<string, unknown>;
};

const shapeOf = (schema: Endpoint['query']): string[] =>
  schema && 'shape' in schema && typeof schema.shape === 'object' && schema.shape !== null
    ? Object.keys(schema.shape)
    : [];

/** A valid call of a route, and every place in it that could be invalid. */
function validCallOf(route: string): { target: Target; places: Place[] } {
  const [method = '', pattern = ''] = route.split(' ');
  const ways = Object.values(policies[route]?.requests ?? {});
  const way = ways.find(({ targets }) => targets.includes('own')) ?? ways[0];
  const { path, body = {} } = way?.request(setting.data, way.targets[0] ?? 'none') ?? { path: '' };
  const endpoint: Endpoint | undefined = Object.values<Endpoint>(endpoints).find(
    (one) => one.method === method && one.path === pattern,
  );
  const query = new URL(path, 'http://app.test').searchParams;
  const names = {
    path: pattern.split('/').filter((segment) => segment.startsWith(':')),
    query: [...query.keys(), ...shapeOf(endpoint?.query), 'more'],
    body: method === 'GET' ? [] : [...Object.keys(body), ...shapeOf(endpoint?.body), 'more'],
  };
  return {
    target: { method: method as 'GET', path, pattern, body: { ...body } },
    places: Object.entries(names).flatMap(([part, all]) =>
      [...new Set(all)].map((name) => ({ part: part as Place['part'], name })),
    ),
  };
}

async function send({ method, path, pattern, body }: Target, changes: readonly Change[]) {
  const url = new URL(path, 'http://app.test');
  const segments = url.pathname.split('/');
  const input = { ...body };
  for (const { part, name, value } of changes) {
    if (part === 'path')
      segments[pattern.split('/').indexOf(name)] = encodeURIComponent(`${value}`);
    if (part === 'query') url.searchParams.set(name, `${value}`);
    if (part === 'body') input[name] = value;
  }
  const token = await setting.reopen(owner);
  const answer = await setting.app.inject({
    method,
    url: `${segments.join('/')}${url.search}`,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { payload: input }),
  });
  return answer;
}

const partOf = ({ path, pattern }: Target, name: string): string => {
  const url = new URL(path, 'http://app.test');
  return (
    url.pathname.split('/')[pattern.split('/').indexOf(name)] ?? url.searchParams.get(name) ?? ''
  );
};

const valuesFor = ({ part, name }: Place): string[] => [
  ...noText,
  ...(part === 'body' ? halves : []),
  ...(/start|end|date|since|at$|as_of|cursor|parent|cell|query|:id/.test(name) ? times : []),
];

const routes = Object.keys(policies).filter((route) => !route.includes('pixel-stream'));

describe('unusable input', () => {
  it.each([
    ['start_date', '/api/v1/rc-data/?start_date=0000-01-01&end_date=0000-01-01&compare=last_year'],
    ['end_date', '/api/v1/rc-table-data/?start_date=2026-01-01&end_date=9999-12-31'],
    ['as_of', '/api/v1/cc-data/?as_of=0000-01-01T00:00:00Z'],
    ['affiliate_id.0', '/api/v1/param-variants/?project_id=1&name=params.country&affiliate_id=x'],
    ['start', '/api/v1/annotations/?start=0000-01-01&end=2026-01-01'],
    ['end', '/api/v1/annotations/?start=2026-01-01&end=9999-12-31'],
    ['start', '/api/v1/audit-log/?start=0000-01-01'],
    ['search', '/api/v1/audit-log/?search=%00'],
    ['search', '/api/v1/postback-log/?search=a%00b'],
    ['start_date', '/api/v1/postback-log/?start_date=9999-12-31'],
    ['name', '/api/v1/images/%00/'],
    ['offer', '/t/c/1001?offer=%00'],
  ])('is refused by its name: %s in %s', async (field, path) => {
    const answer = await send({ method: 'GET', path, pattern: '', body: {} }, []);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toHaveProperty([field], [expect.stringMatching(/\w+ \w+/)]);
  });

  it('is refused anywhere in a body', async () => {
    const body = { project: setting.data.own.projectId, opening: { filters: { device: ['\0'] } } };
    const target = { method: 'POST', path: '/api/v1/views/', pattern: '', body } as const;
    const answer = await send(target, [{ part: 'body', name: 'name', value: 'View' }]);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([
      400,
      ['opening.filters.device.0'],
    ]);
  });

  it.each(routes)(
    'is refused without a failure for an id that no row can have: %s',
    async (route) => {
      const { target, places } = validCallOf(route);
      const beyond = 3_000_000_000;
      for (const { part, name } of places) {
        const input = part === 'body' ? target.body[name] : /^\d+$/.test(partOf(target, name)) && 1;
        const value = Array.isArray(input) ? [beyond] : beyond;
        if (![input].flat().every((one) => typeof one === 'number')) continue;
        const { statusCode } = await send(target, [{ part, name, value }]);
        expect([name, statusCode]).toEqual([name, expect.toSatisfy((one) => one < 500)]);
      }
    },
  );

  it('is refused one by one where items are checked one by one', async () => {
    const { own } = setting.data;
    const event = { event_name: 'page_view', affid: own.affId };
    const answer = await setting.app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${own.collectKey}` },
      payload: { events: [{ ...event, affsub: '\0' }, event] },
    });
    expect(answer.json()).toMatchObject({ accepted: 1, rejected: [{ index: 0, field: 'affsub' }] });
  });
});

describe('a stranger', () => {
  const guarded = Object.entries(policies)
    .filter(([, { caller }]) => ['signed in', 'member', 'person', 'superuser'].includes(caller))
    .map(([route, { withoutHeader = 401 }]) => [route, withoutHeader] as const);

  it.each(guarded)('of %s gets %i before anything of the call is read', async (route, refused) => {
    const [method = '', pattern = ''] = route.split(' ');
    for (const payload of ['{"unknown": 1}', '{broken', `"${'x'.repeat(80_000)}"`]) {
      const answer = await setting.app.inject({
        method: method as 'GET',
        url: `${pattern.replace(/:\w+/g, 'no-id')}?unknown=%00`,
        headers: { 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { payload }),
      });
      expect([payload.slice(0, 14), answer.statusCode]).toEqual([payload.slice(0, 14), refused]);
    }
  });
});

describe('a caller without a valid token of the analytics endpoint', () => {
  it.each([undefined, 'Bearer nothing', 'nothing'])(
    'gets 403 before anything of the call is read: %s',
    async (authorization) => {
      const headers = {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      };
      const calls = [
        { method: 'GET', url: '/cubejs-api/v1/load?unknown=%00' },
        { method: 'GET', url: '/cubejs-api/v1/meta?unknown=%00' },
        ...['{"unknown": 1}', '{broken', `"${'x'.repeat(80_000)}"`].map((payload) => ({
          method: 'POST',
          url: '/cubejs-api/v1/load?unknown=%00',
          payload,
        })),
      ] as const;
      for (const { method, ...call } of calls) {
        const sent = { ...call, method: method as 'GET', headers };
        expect((await setting.app.inject(sent)).statusCode).toBe(403);
      }
    },
  );
});

describe('any input', () => {
  it.each(routes)('is answered without failing: %s', async (route) => {
    const { target, places } = validCallOf(route);
    const one = fc
      .tuple(fc.constantFrom(...places), fc.constantFrom(...noText, ...times, ...odd))
      .map(([place, value]) => ({ ...place, value }));
    const several = fc.array(one, { minLength: 1, maxLength: 3 });
    const cases: Change[][] = [
      ...places.flatMap((place) => valuesFor(place).map((value) => [{ ...place, value }])),
      ...(places.length > 0 ? fc.sample(several, { seed, numRuns: samples }) : []),
    ];
    const failed: unknown[] = [];
    for (const changes of cases) {
      const { statusCode, body } = await send(target, changes);
      if (statusCode >= 500) failed.push([changes, statusCode, body]);
    }
    expect(failed).toEqual([]);
    if (policies[route]?.endsMembership) await setting.data.rejoin(owner);
  });
});
