/**
 * The access rule for a Cube deployment that loads this folder: a token sees its own projects, and in a project
 * where it may read single affiliates only, those; and money of one currency at a time. The token is the one
 * `POST /api/v1/analytics-token/` issues; give Cube `ANALYTICS_SECRET_KEY` as `CUBEJS_API_SECRET` and set
 * `CUBEJS_JWT_AUDIENCE=clickledger-analytics`.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const PROJECT = 'pixel_summary.project_id';
const AFFILIATE = 'pixel_summary.affid';

/** @param {{ and?: object[], or?: object[] }} filter */
const leavesOf = (filter) =>
  filter.and || filter.or ? (filter.and ?? filter.or).flatMap(leavesOf) : [filter];

function refusal(status, type, message) {
  try {
    const { CubejsHandlerError } = require('@cubejs-backend/api-gateway');
    return new CubejsHandlerError(status, type, message);
  } catch {
    return Object.assign(new Error(message), { status });
  }
}

const forbidden = () => refusal(403, 'Forbidden', 'You do not have access to this.');

/** Measures that are money, and rates, which may be made of it: everything that does not count. */
const money = (() => {
  const [, measures] = readFileSync(join(__dirname, 'model', 'pixel_summary.yml'), 'utf8').split(
    '\n    measures:\n',
  );
  const each = measures
    .split('- name: ')
    .slice(1)
    .filter((text) => !text.includes('unit: count'));
  return new Set(each.map((text) => `pixel_summary.${text.split('\n')[0].trim()}`));
})();

/** What a condition leaves of some projects, as far as it names them. */
function leftBy(filter, projects) {
  if (filter.and) return filter.and.reduce((left, one) => leftBy(one, left), projects);
  if (filter.or) return projects.filter((id) => filter.or.some((one) => leftBy(one, [id]).length));
  if ((filter.member ?? filter.dimension) !== PROJECT) return projects;
  const isNamed = (id) => filter.values?.map(String).includes(id);
  if (filter.operator === 'equals') return projects.filter(isNamed);
  if (filter.operator === 'notEquals') return projects.filter((id) => !isNamed(id));
  return projects;
}

/** Money of different currencies is not added up; a row for each project adds up nothing. */
function checkCurrencies({ measures = [], dimensions = [], filters = [], order = [] }, context) {
  if (dimensions.includes(PROJECT)) return;
  const conditions = filters.flatMap(leavesOf).map(({ member, dimension }) => member ?? dimension);
  const sorted = Array.isArray(order) ? order.map((one) => one.id ?? one[0]) : Object.keys(order);
  if (![...measures, ...conditions, ...sorted].some((name) => money.has(name))) return;
  const { projects = [], currencies = {} } = context;
  const asked = leftBy({ and: filters }, projects.map(String));
  const found = [...new Set(asked.map((id) => currencies[id]))].sort();
  if (found.length < 2) return;
  const message = `Money in ${found.join(', ')} cannot be added up. Filter by project_id or group by it.`;
  throw refusal(400, 'User Error', message);
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
  checkCurrencies(query, securityContext ?? {});

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
