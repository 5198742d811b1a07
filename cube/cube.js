/**
 * The access rule for a Cube deployment that loads this folder: a token sees its own projects, and in a project
 * where it may read single affiliates only, those. The token is the one `POST /api/v1/analytics-token/` issues; give
 * Cube the same secret as `CUBEJS_API_SECRET` and set `CUBEJS_JWT_AUDIENCE=clickledger-analytics`.
 */
const PROJECT = 'pixel_summary.project_id';
const AFFILIATE = 'pixel_summary.affid';

/** @param {{ and?: object[], or?: object[] }} filter */
const leavesOf = (filter) =>
  filter.and || filter.or ? (filter.and ?? filter.or).flatMap(leavesOf) : [filter];

function forbidden() {
  const message = 'You do not have access to this.';
  try {
    const { CubejsHandlerError } = require('@cubejs-backend/api-gateway');
    return new CubejsHandlerError(403, 'Forbidden', message);
  } catch {
    return Object.assign(new Error(message), { status: 403 });
  }
}

function queryRewrite(query, { securityContext }) {
  const { projects = [], affids = {} } = securityContext ?? {};
  const leaves = (query.filters ?? []).flatMap(leavesOf);
  const named = (name) =>
    leaves
      .filter(({ member, dimension }) => (member ?? dimension) === name)
      .flatMap(({ values }) => values ?? [])
      .map(String);

  const own = new Set(projects.map(String));
  if (!named(PROJECT).every((id) => own.has(id))) throw forbidden();
  if (projects.every((id) => affids[id])) {
    const allowed = new Set(Object.values(affids).flat());
    if (!named(AFFILIATE).every((affid) => allowed.has(affid))) throw forbidden();
  }

  const whole = projects.filter((id) => !affids[id]).map(String);
  const limited = projects
    .filter((id) => affids[id])
    .map((id) => ({
      and: [
        { member: PROJECT, operator: 'equals', values: [String(id)] },
        { member: AFFILIATE, operator: 'equals', values: affids[id].length ? affids[id] : [' '] },
      ],
    }));
  const reach = [
    ...(whole.length || !limited.length
      ? [{ member: PROJECT, operator: 'equals', values: whole.length ? whole : ['0'] }]
      : []),
    ...limited,
  ];
  return {
    ...query,
    filters: [...(query.filters ?? []), reach.length === 1 ? reach[0] : { or: reach }],
  };
}

module.exports = { queryRewrite };
