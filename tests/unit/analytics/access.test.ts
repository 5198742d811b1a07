import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { checkNames, type Grant } from '#server/analytics/grant.ts';
import type { Filter } from '#server/analytics/query.ts';
import { scopeFilter } from '#server/analytics/selection.ts';
import { projectRoot } from '#server/root.ts';

type Rewritten = { filters: object[] };
type Rewrite = (query: { filters: unknown[] }, context: { securityContext: object }) => Rewritten;
const { queryRewrite }: { queryRewrite: Rewrite } = createRequire(`${projectRoot}/cube/`)(
  './cube.js',
);

const owner: Grant = { user: 1, projects: [{ id: 7, affids: null }] };
const partner: Grant = { user: 2, projects: [{ id: 7, affids: ['1001'] }] };
const both: Grant = {
  user: 3,
  projects: [
    { id: 7, affids: null },
    { id: 8, affids: ['2001'] },
  ],
};
const known = async (projects: readonly number[], affids: readonly string[]) =>
  new Set(affids.filter((affid) => projects.includes(7) && affid.startsWith('10')));

const claims = ({ user, projects }: Grant) => ({
  user,
  projects: projects.map(({ id }) => id),
  affids: Object.fromEntries(projects.flatMap(({ id, affids }) => (affids ? [[id, affids]] : []))),
});

const operators = ['equals', 'notEquals', 'contains', 'gt', 'lte'] as const;
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

const refused = async (grant: Grant, filter: Filter) =>
  checkNames([filter], grant, known).then(
    () => false,
    () => true,
  );
const refusedByCube = (grant: Grant, filter: Filter) => {
  try {
    queryRewrite({ filters: [asCube(filter)] }, { securityContext: claims(grant) });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ status: 403 });
    return true;
  }
};

describe('names outside the grant', () => {
  const cases: [string, Grant, string, string[], boolean][] = [
    ['own project', owner, 'project_id', ['7'], false],
    ['foreign project', owner, 'project_id', ['9'], true],
    ['own and foreign project', owner, 'project_id', ['7', '9'], true],
    ['a project in another spelling', owner, 'project_id', ['7.0'], true],
    ['no project at all', owner, 'project_id', [''], true],
    ['own affiliate', partner, 'affid', ['1001'], false],
    ["another's affiliate", partner, 'affid', ['1002'], true],
    ['an affiliate that does not exist', partner, 'affid', ['9999'], true],
  ];
  it.each(cases)('%s', async (_, grant, member, values, isRefused) => {
    for (const operator of operators) {
      for (const filter of nested({ member, operator, values })) {
        expect(await refused(grant, filter), operator).toBe(isRefused);
        expect(refusedByCube(grant, filter), operator).toBe(isRefused);
      }
    }
  });

  it('an owner names only affiliates that exist in a project of theirs', async () => {
    const filter = (affid: string): Filter => ({
      member: 'affid',
      operator: 'equals',
      values: [affid],
    });
    expect(await refused(owner, filter('1002'))).toBe(false);
    expect(await refused(owner, filter('2001'))).toBe(true);
    expect(await refused(both, filter('2001'))).toBe(false);
    expect(await refused(both, filter('2002'))).toBe(true);
  });
});

describe('what a query may see', () => {
  it.each([
    ['all of a project', owner],
    ['some affiliates of a project', partner],
    ['projects of both kinds', both],
    ['nothing', { user: 4, projects: [] }],
    ['a project without any affiliate', { user: 5, projects: [{ id: 7, affids: [] }] }],
  ])('is the same here and in Cube: %s', (_, grant: Grant) => {
    const { filters } = queryRewrite({ filters: [] }, { securityContext: claims(grant) });
    expect(filters).toEqual([asCube(scopeFilter(grant))]);
  });

  it('is nothing for a token without claims', () => {
    const { filters } = queryRewrite({ filters: [] }, { securityContext: {} });
    expect(filters).toEqual([asCube(scopeFilter({ projects: [] }))]);
  });
});
