import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addsUp,
  type Clock,
  clocks,
  defaultAttribution,
  type Model,
  models,
} from '#contract/analytics/attribution.ts';
import { groupings } from '#contract/analytics/dimensions.ts';
import { report, tableSchema } from '#contract/analytics/report.ts';
import { type CreditOptions, usualCredit } from '#tests/support/reference/credit.ts';
import { memberNames } from '#tests/support/reference/cube.ts';
import { unorderedDifferences } from '#tests/support/reference/difference.ts';
import { measures } from '#tests/support/reference/measures.ts';
import { isCost } from '#tests/support/reference/reported.ts';
import { additive, rcPaymentData, table } from '#tests/support/reference/reports.ts';
import { type Row, rowsBy } from '#tests/support/reference/rows.ts';
import { projectRules, type Rules } from '#tests/support/reference/rules.ts';
import { seededRandom } from '../../torture/support/seeded-random.ts';
import { compareCube, compareRest, cubeAnswer, restAnswer } from './compare-answers.ts';
import { randomProjects } from './random-projects.ts';
import {
  cubeUrl,
  lookbacks,
  parseCubeQuery,
  type Question,
  reports,
  requestTime,
  restUrl,
} from './random-queries.ts';
import { type SeededProduct, startSeededProduct } from './seeded-product.ts';

const seed = Number(process.env.AGREEMENT_SEED ?? 20_261_120);
const seeds = randomProjects(seed);
const count = Number(process.env.AGREEMENT_COUNT ?? 510);

type RequestInput = { question: Question; rest: unknown; cube: unknown };

let product: SeededProduct;
let rows: readonly Row[];
let answers: RequestInput[];
let agreedBy: (way: CreditOptions) => readonly Row[];

const DAY = 86_400_000;

/** The rows of the seeded projects for each attribution under these rules, computed once. */
function worldBy(rules: Rules): (way: CreditOptions) => readonly Row[] {
  const projects = product.projects.map((project, index) =>
    rowsBy(project, seeds[index]?.requests ?? [], rules),
  );
  const known = new Map<string, Row[]>();
  return (way) => {
    const name = JSON.stringify(way);
    const found = known.get(name) ?? projects.flatMap((rowsIn) => rowsIn(way));
    known.set(name, found);
    return found;
  };
}

/** The rows that a query selects. */
const rowsAsAsked =
  (rules: Rules, by: (way: CreditOptions) => readonly Row[]): Against['asAsked'] =>
  ({ rest: { model, lookbackDays, clock } }) => {
    const within =
      lookbackDays === defaultAttribution.lookbackDays ? rules.creditWithin : lookbackDays * DAY;
    return by({ model, within, clock });
  };

beforeAll(async () => {
  const events = seeds.flatMap(({ requests }) => requests.flat()).length;
  console.info(`seed ${seed}, ${events} events`);
  product = await startSeededProduct(seeds);
  for (const [index, project] of product.projects.entries()) {
    for (const request of seeds[index]?.requests ?? []) {
      await product.report(project, request);
      await product.flush();
    }
  }
  agreedBy = worldBy(projectRules);
  rows = agreedBy(usualCredit(projectRules));
  answers = [];
  for (const question of parseCubeQuery(seed, count, product.projects, rows)) {
    const [rest, cube] = await Promise.all([
      answerTo(restUrl(question), question),
      answerTo(cubeUrl(question), question),
    ]);
    answers.push({ question, rest, cube });
  }
}, 900_000);
afterAll(() => product?.stop());

async function answerTo(url: string, { selection }: Question): Promise<unknown> {
  const { status, body } = await product.get(url, product.tokens[selection.person]);
  if (status !== 200)
    throw new Error(`${status} for ${decodeURIComponent(url)}: ${JSON.stringify(body)}`);
  return body;
}

type Against = { usual: readonly Row[]; asAsked: (question: Question) => readonly Row[] };

const verdictsOn = ({ question, rest, cube }: RequestInput, { usual, asAsked }: Against) => [
  { url: restUrl(question), ...compareRest(question, rest, asAsked(question)) },
  { url: cubeUrl(question), ...compareCube(question, cube, usual) },
];

describe('REST, Cube and the plain reference', () => {
  it('agree to the cent, and mostly on non-empty answers', () => {
    const against = { usual: rows, asAsked: rowsAsAsked(projectRules, agreedBy) };
    const verdicts = answers.flatMap((one) => verdictsOn(one, against));
    const wrong = verdicts.filter(({ differences }) => differences.length > 0);
    expect(
      wrong
        .slice(0, 12)
        .map(({ url, differences }) => [decodeURIComponent(url), ...differences.slice(0, 5)]),
      `${wrong.length} of ${verdicts.length} answers differ (seed ${seed})`,
    ).toEqual([]);
    const filled = verdicts.filter(({ isEmpty }) => !isEmpty).length;
    console.info(`${verdicts.length} answers, ${filled} of them not empty`);
    expect(filled / verdicts.length).toBeGreaterThanOrEqual(0.8);
  });

  it('were queried for every report, grouping, measure and dimension', async () => {
    const { body } = await product.get('/cubejs-api/v1/meta', product.tokens.owner);
    const [model] = metaAnswer.parse(body).cubes;
    expect(namesIn(model?.measures)).toEqual(new Set(Object.keys(measures)));
    expect(namesIn(model?.dimensions)).toEqual(new Set([...memberNames, 'hour']));
    const requests = answers.map(({ question }) => question);
    expect(new Set(requests.map(({ rest }) => rest.report))).toEqual(new Set(reports));
    const tables = requests.filter(({ rest }) => rest.report === 'rc-table-data');
    expect(new Set(tables.map(({ rest }) => rest.groupBy))).toEqual(new Set(groupings));
    expect(new Set(requests.map(({ rest }) => rest.model))).toEqual(new Set(models));
    expect(new Set(requests.map(({ rest }) => rest.lookbackDays))).toEqual(new Set(lookbacks));
    expect(new Set(requests.map(({ rest }) => rest.clock))).toEqual(new Set(clocks));
    expect(new Set(requests.flatMap(({ cube }) => cube.measures))).toEqual(
      new Set(Object.keys(measures)),
    );
    expect(new Set(requests.flatMap(({ cube }) => cube.dimensions))).toEqual(new Set(memberNames));
  });

  it.each<[string, Partial<Rules>, Model?]>([
    ['49 hours', { repeatWithin: projectRules.repeatWithin + 3_600_000 }],
    ['32 minutes', { fallbackWithin: projectRules.fallbackWithin + 120_000 }],
    ['32 days', { creditWithin: projectRules.creditWithin + 2 * 86_400_000 }],
    ['first click', { credited: 'first' }],
    ['two clicks for one visit', { twin: 'another' }],
    ['a half-life of 8 days', { halfLife: projectRules.halfLife + DAY }, 'time_decay'],
    ['41 % for the first and the last', { ends: 41 }, 'position'],
  ])('would disagree under another rule: %s', (_, change, only) => {
    const rules = { ...projectRules, ...change };
    const by = worldBy(rules);
    const others = { usual: by(usualCredit(rules)), asAsked: rowsAsAsked(rules, by) };
    const differing = answers
      .filter(({ question }) => only === undefined || question.rest.model === only)
      .findIndex((one) =>
        verdictsOn(one, others).some(({ differences }) => differences.length > 0),
      );
    expect(differing).toBeGreaterThanOrEqual(0);
  });

  it('agree on what every affiliate of every project earned and was paid', async () => {
    const range = '&start_date=2026-10-01&end_date=2026-11-20&timezone=Europe/Berlin';
    const { body } = await product.get(
      `/api/v1/all-rc-payment-data/?${range}`,
      product.tokens.debugger,
    );
    const expected = product.projects.flatMap((project) =>
      rcPaymentData(
        { ...everything(project.id), days: { start: '2026-10-01', end: '2026-11-20' } },
        project.affiliates.map(({ affid }) => affid),
        project.payouts,
      ).map((payment) => ({ project: project.id, ...payment })),
    );
    expect(expected).toHaveLength(8);
    const { data } = z.object({ data: z.array(z.unknown()) }).parse(body);
    expect(unorderedDifferences(data, expected, ['project', 'affid'])).toEqual([]);
  });

  it.each(['campaign_id', 'affid', 'country', 'utm_source', 'date'])(
    'agree on the credits by models and clocks of each row by %s',
    async (groupBy) => {
      const days = { start: '2026-10-01', end: '2026-11-05' };
      const { id } = product.projects[0] ?? { id: 0 };
      const { body } = await product.get(
        `/api/v1/rc-table-data/?affiliate_id=all&project_id=${id}&start_date=${days.start}&end_date=${days.end}&timezone=Europe/Berlin&min_revenue=0&lookback_days=90&group_by=${groupBy}&robustness=1&clocks=both`,
        product.tokens.owner,
      );
      const found = report(tableSchema).parse(body).data.rows;
      const tableBy = (model: Model, clock: Clock) => {
        const way = { model, within: 90 * DAY, clock };
        const own = agreedBy(way).filter((row) => row.project === id);
        const { rows } = table({ ...everything(id), rows: own, days }, groupBy);
        return new Map(rows.map((row) => [row.key, row]));
      };
      const comparable = models.filter(addsUp);
      const tables = comparable.map((model) => tableBy(model, 'conversion'));
      const byClick = tableBy('last_click', 'click');
      expect(found.length).toBeGreaterThan(3);
      for (const { key, credit_low, credit_high, ranks, click_clock } of found) {
        const creditOf = (row: Record<string, unknown> | undefined) =>
          Number(row?.server_revenue ?? 0);
        const credits = tables.map((rows) => creditOf(rows.get(key)));
        expect([credit_low, credit_high]).toEqual([Math.min(...credits), Math.max(...credits)]);
        const places = tables.map(
          (rows, index) =>
            [...rows.values()].filter((row) => creditOf(row) > (credits[index] ?? 0)).length + 1,
        );
        expect(comparable.map((model) => ranks?.[model])).toEqual(places);
        const clicked = byClick.get(key);
        expect(click_clock).toEqual({
          conversions: clicked?.conversions ?? 0,
          server_revenue: creditOf(clicked),
        });
      }
    },
  );

  it('show children that add up to their parent', async () => {
    const { id } = product.projects[0] ?? { id: 0 };
    const range = 'start_date=2026-10-10&end_date=2026-11-15&timezone=Asia/Kathmandu';
    const tableOf = async (groupBy: string, path: Record<string, string>) => {
      const filters = new URLSearchParams(path);
      const { body } = await product.get(
        `/api/v1/rc-table-data/?affiliate_id=all&project_id=${id}&${range}&min_revenue=0&group_by=${groupBy}&${filters}`,
        product.tokens.owner,
      );
      return report(tableSchema).parse(body).data;
    };
    let compared = 0;
    const descend = async (groupBy: string, path: Record<string, string>): Promise<void> => {
      for (const row of (await tableOf(groupBy, path)).rows) {
        if (row.key === null || row.child_group_by === null) continue;
        const deeper = { ...path, [groupBy === 'country' ? 'countries' : groupBy]: row.key };
        const {
          rows: children,
          unattributed,
          other,
          total,
        } = await tableOf(row.child_group_by, deeper);
        for (const column of additive) {
          const parts = [...children, unattributed, other].map((part) => cents(part[column]));
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents(row[column]));
          expect(total[column]).toBe(row[column]);
        }
        compared += 1;
        if (compared < 25) await descend(row.child_group_by, deeper);
      }
    };
    await descend('country', {});
    await descend('channel', {});
    expect(compared).toBeGreaterThan(20);
  });

  it('do not change when all events are sent twice more, shuffled', async () => {
    const random = seededRandom(seed);
    for (const _ of ['again', 'once more']) {
      for (const [index, project] of product.projects.entries()) {
        for (const request of seeds[index]?.requests ?? []) {
          const { accepted } = await product.report(project, random.shuffled(request));
          expect(accepted).toBe(request.filter(isCost).length);
        }
      }
      await product.flush();
    }
    for (const { question, rest, cube } of answers.slice(0, 40)) {
      const again = {
        rest: restAnswer.parse(await answerTo(restUrl(question), question)),
        cube: cubeAnswer.parse(await answerTo(cubeUrl(question), question)),
      };
      expect(again).toEqual({ rest: restAnswer.parse(rest), cube: cubeAnswer.parse(cube) });
    }
  });
});

const members = z.array(z.object({ name: z.string() }));
const metaAnswer = z.object({
  cubes: z.array(z.object({ measures: members, dimensions: members })),
});
const namesIn = (found: z.infer<typeof members> = []) =>
  new Set(found.map(({ name }) => name.replace('pixel_summary.', '')));

const cents = (value: number) => Math.round(value * 100);

const everything = (project: number) => ({
  rows: rows.filter((row) => row.project === project),
  zone: 'Europe/Berlin',
  side: 'server' as const,
  unique: true,
  compare: 'none' as const,
  hidesCost: false,
  now: requestTime,
});
