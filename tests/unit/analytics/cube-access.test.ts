import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import { type Filter, type Query, QueryProblem } from '#server/analytics/compiler/query.ts';
import { scopeFilter } from '#server/analytics/compiler/scope-filter.ts';
import { type Claim, checkGrant } from '#server/analytics/cube/grant.ts';
import { checkCurrencies } from '#server/analytics/cube/single-currency.ts';
import { projectRoot } from '#server/platform/project-root.ts';

type Rewritten = { filters: object[] };
type Rewrite = (
  query: { filters: unknown[]; [part: string]: unknown },
  context: { securityContext: object },
) => Rewritten;
const { queryRewrite }: { queryRewrite: Rewrite } = createRequire(`${projectRoot}/cube/`)(
  './cube.js',
);

const owner: Claim = { user: 1, projects: [{ id: 7, currency: 'USD', affids: null }] };
const partner: Claim = { user: 2, projects: [{ id: 7, currency: 'USD', affids: ['1001'] }] };
const both: Claim = {
  user: 3,
  projects: [
    { id: 7, currency: 'USD', affids: null },
    { id: 8, currency: 'USD', affids: ['2001'] },
  ],
};
const claims = ({ user, projects }: Claim) => ({
  user,
  projects: projects.map(({ id }) => id),
  affids: Object.fromEntries(projects.flatMap(({ id, affids }) => (affids ? [[id, affids]] : []))),
  currencies: Object.fromEntries(projects.map(({ id, currency }) => [id, currency])),
});

const operators = ['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'gt'] as const;
const nested = (leaf: Filter): Filter[] => [
  leaf,
  { and: [leaf] },
  { or: [{ member: 'country', operator: 'set', values: [] }, { and: [{ or: [leaf] }] }] },
];
const asCube = (filter: Filter): unknown =>
  'and' in filter
    ? { and: filter.and.map(asCube) }
    : 'or' in filter
      ? { or: filter.or.map(asCube) }
      : { ...filter, member: `pixel_summary.${filter.member}` };

const refused = (grant: Claim, filter: Filter) => {
  try {
    checkGrant([filter], grant);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ status: 403 });
    return true;
  }
};
const refusedByCube = (grant: Claim, filter: Filter) => {
  try {
    queryRewrite({ filters: [asCube(filter)] }, { securityContext: claims(grant) });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ status: 403 });
    return true;
  }
};

describe('names outside the grant', () => {
  const cases: [string, Claim, string, string[], boolean][] = [
    ['own project', owner, 'project_id', ['7'], false],
    ['foreign project', owner, 'project_id', ['9'], true],
    ['own and foreign project', owner, 'project_id', ['7', '9'], true],
    ['a project in another spelling', owner, 'project_id', ['7.0'], true],
    ['no project at all', owner, 'project_id', [''], true],
    ['own affiliate', partner, 'affid', ['1001'], false],
    ['an affiliate of nobody in a whole project', owner, 'affid', ['nope', '1002'], false],
    ['an affiliate of nobody beside a whole project', both, 'affid', ['2002'], false],
    ["another's affiliate", partner, 'affid', ['1002'], true],
    ['an affiliate that does not exist', partner, 'affid', ['9999'], true],
  ];
  it.each(cases)('%s', (_, grant, member, values, isRefused) => {
    for (const operator of operators) {
      for (const filter of nested({ member, operator, values })) {
        expect(refused(grant, filter), operator).toBe(isRefused);
        expect(refusedByCube(grant, filter), operator).toBe(isRefused);
      }
    }
  });
});

describe('the rows of a query', () => {
  it.each([
    ['all of a project', owner],
    ['some affiliates of a project', partner],
    ['projects of both kinds', both],
    ['nothing', { user: 4, projects: [] }],
    [
      'a project without any affiliate',
      { user: 5, projects: [{ id: 7, currency: 'USD', affids: [] }] },
    ],
  ])('is the same here and in Cube: %s', (_, grant: Claim) => {
    const { filters } = queryRewrite({ filters: [] }, { securityContext: claims(grant) });
    expect(filters).toEqual([asCube(scopeFilter(grant))]);
  });

  it('is nothing for a token without claims', () => {
    const { filters } = queryRewrite({ filters: [] }, { securityContext: {} });
    expect(filters).toEqual([asCube(scopeFilter({ projects: [] }))]);
  });
});

describe('money of several projects', () => {
  const model = readModel();
  const trader: Claim = {
    user: 6,
    projects: [
      { id: 7, currency: 'USD', affids: null },
      { id: 8, currency: 'EUR', affids: ['2001'] },
      { id: 9, currency: 'USD', affids: null },
    ],
  };
  const ids = (operator: 'equals' | 'notEquals', ...values: string[]): Filter => ({
    member: 'project_id',
    operator,
    values,
  });
  const country: Filter = { member: 'country', operator: 'equals', values: ['US'] };
  const revenue = { measures: ['server_revenue'] };
  const full = (names: readonly string[] = []) => names.map((name) => `pixel_summary.${name}`);

  const outcomeOf = (work: () => void): string | null => {
    try {
      work();
      return null;
    } catch (error) {
      if (!(error instanceof QueryProblem)) expect(error).toMatchObject({ status: 400 });
      return error instanceof Error ? error.message : String(error);
    }
  };

  const cases: [string, Partial<Query>, boolean][] = [
    ['money of all', revenue, true],
    ['a rate of all', { measures: ['clicks', 'roas'] }, true],
    ['counts of all', { measures: ['clicks', 'server_purchases', 'unique_clicks'] }, false],
    ['no measure', { measures: [], dimensions: ['country'] }, false],
    ['money by project', { ...revenue, dimensions: ['project_id', 'country'] }, false],
    ['money of one', { ...revenue, filters: [ids('equals', '8')] }, false],
    ['money of two with one currency', { ...revenue, filters: [ids('equals', '7', '9')] }, false],
    ['money of two with two', { ...revenue, filters: [ids('equals', '7', '8')] }, true],
    ['money without the other', { ...revenue, filters: [ids('notEquals', '8'), country] }, false],
    [
      'money of one or what comes from a country',
      { ...revenue, filters: [{ or: [ids('equals', '7'), country] }] },
      true,
    ],
    [
      'money of one or another',
      {
        ...revenue,
        filters: [{ or: [ids('equals', '7'), { and: [country, ids('equals', '9')] }] }],
      },
      false,
    ],
    [
      'counts where money is enough',
      {
        measures: ['clicks'],
        filters: [{ member: 'server_revenue', operator: 'gt', values: ['0'] }],
      },
      true,
    ],
    ['counts in the order of money', { measures: ['clicks'], order: [['cost', 'desc']] }, true],
  ];
  it.each(cases)('is refused here as in Cube where it would be added up: %s', (_, request, is) => {
    const query: Query = { measures: [], timezone: 'UTC', ...request };
    const { measures, dimensions, filters = [], order = [] } = query;
    const message = outcomeOf(() => checkCurrencies(query, model, trader));
    expect(message).toBe(
      is ? 'Money in EUR, USD cannot be added up. Filter by project_id or group by it.' : null,
    );
    for (const ordered of [
      order.map(([name, way]) => [`pixel_summary.${name}`, way]),
      Object.fromEntries(order.map(([name, way]) => [`pixel_summary.${name}`, way])),
    ]) {
      const cubes = {
        measures: full(measures),
        dimensions: full(dimensions),
        order: ordered,
        filters: filters.map(asCube),
      };
      const rewrite = () => queryRewrite(cubes, { securityContext: claims(trader) });
      expect(outcomeOf(() => void rewrite())).toBe(message);
    }
  });

  it('includes every excluded row, by the same conditions', () => {
    for (const { name, meta } of model.measures.values()) {
      const query: Query = { measures: [name], timezone: 'UTC' };
      const isRefused = outcomeOf(() => checkCurrencies(query, model, trader)) !== null;
      const context = { securityContext: claims(trader) };
      const cubes = { measures: full([name]), filters: [] };
      expect(outcomeOf(() => void queryRewrite(cubes, context)) !== null, name).toBe(isRefused);
      expect(isRefused, name).toBe(meta.unit !== 'count');
    }
  });
});
