import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupings } from '#contract/report.ts';
import { memberNames } from '#tests/support/reference/cube.ts';
import { measures } from '#tests/support/reference/measures.ts';
import { type Row, rowsOf } from '#tests/support/reference/rows.ts';
import { agreed, type Rules } from '#tests/support/reference/rules.ts';
import { openPlayground, type Playground } from './playground.ts';
import { cubeUrl, type Question, questionsOf, reports, restUrl } from './questions.ts';
import { cubeVerdict, restVerdict } from './verdict.ts';
import { worldOf } from './world.ts';

const seed = Number(process.env.AGREEMENT_SEED ?? 20_261_120);
const world = worldOf(seed);
const count = Number(process.env.AGREEMENT_COUNT ?? 510);

type Asked = { question: Question; rest: unknown; cube: unknown };

let playground: Playground;
let rows: Row[];
let answers: Asked[];

const rowsBy = (rules: Rules): Row[] =>
  playground.projects.flatMap((project, index) =>
    rowsOf(project, world[index]?.requests ?? [], rules),
  );

beforeAll(async () => {
  console.info(`seed ${seed}`);
  const cpu = (what: string) =>
    console.info(what, Math.round(process.uptime() * 1000), process.cpuUsage());
  playground = await openPlayground(world);
  for (const [index, project] of playground.projects.entries()) {
    for (const request of world[index]?.requests ?? []) {
      await playground.report(project, request);
      await playground.flush();
    }
  }
  rows = rowsBy(agreed);
  answers = [];
  questionsOf(seed, count, playground.projects, rows);
  for (const question of questionsOf(seed, count, playground.projects, rows)) {
    const [rest, cube] = await Promise.all([
      answerTo(restUrl(question), question),
      answerTo(cubeUrl(question), question),
    ]);
    answers.push({ question, rest, cube });
  }
}, 300_000);
afterAll(() => playground?.stop());

async function answerTo(url: string, { selection }: Question): Promise<unknown> {
  const { status, body } = await playground.get(url, playground.tokens[selection.person]);
  if (status !== 200)
    throw new Error(`${status} for ${decodeURIComponent(url)}: ${JSON.stringify(body)}`);
  return body;
}

const verdictsOn = ({ question, rest, cube }: Asked, against: readonly Row[]) => [
  { url: restUrl(question), ...restVerdict(question, rest, against) },
  { url: cubeUrl(question), ...cubeVerdict(question, cube, against) },
];

describe('REST, Cube and the plain reference', () => {
  it('agree to the cent, and mostly on something', () => {
    const verdicts = answers.flatMap((one) => verdictsOn(one, rows));
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

  it('were asked for every report, grouping, measure and dimension', () => {
    const asked = answers.map(({ question }) => question);
    expect(new Set(asked.map(({ rest }) => rest.report))).toEqual(new Set(reports));
    const tables = asked.filter(({ rest }) => rest.report === 'rc-table-data');
    expect(new Set(tables.map(({ rest }) => rest.groupBy))).toEqual(new Set(groupings));
    expect(new Set(asked.flatMap(({ cube }) => cube.measures))).toEqual(
      new Set(Object.keys(measures)),
    );
    expect(new Set(asked.flatMap(({ cube }) => cube.dimensions))).toEqual(new Set(memberNames));
  });

  it.each([
    ['49 hours', { repeatWithin: agreed.repeatWithin + 3_600_000 }],
    ['32 minutes', { fallbackWithin: agreed.fallbackWithin + 120_000 }],
    ['32 days', { creditWithin: agreed.creditWithin + 2 * 86_400_000 }],
    ['first click', { credited: 'first' as const }],
  ])('would not agree on another rule: %s', (_, change) => {
    const others = rowsBy({ ...agreed, ...change });
    const differing = answers.findIndex((one) =>
      verdictsOn(one, others).some(({ differences }) => differences.length > 0),
    );
    expect(differing).toBeGreaterThanOrEqual(0);
  });
});
