import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, windowOf } from '#contract/period.ts';
import { createAnalyticsReaders } from '#server/analytics/runner/analytics-reader.ts';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';
import { timeShift } from '#server/funnels/query/event-number.ts';
import { type FunnelQuestion, planOf } from '#server/funnels/query/funnel-question.ts';
import { peopleSql } from '#server/funnels/query/people-sql.ts';
import { twiceReported } from '#server/funnels/query/twice-reported.ts';
import { Parameters } from '#server/warehouse/parameters.ts';
import { type FunnelData, followFunnel } from '#tests/support/reference/funnels.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { bothAnswers } from './both-answers.ts';
import {
  affids,
  firstDay,
  insertFunnelData,
  primary,
  type Random,
  randomData,
  randomDefinition,
  randomFilters,
  randomOf,
} from './random-funnels.ts';

const stores = sharedStores();
const day = 86_400_000;
const zone = 'America/New_York';
/** Each funnel is one of these projects'. `RANDOM_FUNNELS=2000` takes a quarter of an hour. */
const projects = Array.from({ length: 10 }, (_, index) => index + 1);
const funnelsEach = Math.ceil(Number(process.env.RANDOM_FUNNELS ?? 100) / projects.length);
const reportsEach = Math.ceil(funnelsEach / 20);
const data = new Map<number, FunnelData>();

beforeAll(async () => {
  for (const project of projects) {
    const made = randomData(randomOf(project), `s${project}`);
    data.set(project, made);
    await insertFunnelData(stores().warehouse.writer, project, made);
  }
});

const dataOf = (project: number): FunnelData =>
  data.get(project) ?? { events: [], conversions: [] };

function analyticsOf() {
  const { pool, warehouse } = stores();
  const labels = createLabelCache();
  return createAnalyticsReaders({ pool, reader: warehouse.reader, isCluster: false, labels })(1);
}

/** One to four days, among them those with 25 hours and those before and after it. */
function randomPeriod(random: Random) {
  const start = addDays('2026-10-30', random.below(3));
  return { start, end: addDays(start, random.below(4)) };
}
const randomAffids = (random: Random) =>
  random.chance(0.8) ? null : [random.one(affids.filter(Boolean))];

describe.each(projects)('the people of random funnels over the events of project %i', (project) => {
  it('are those of following every attempt by hand', async () => {
    const { select } = analyticsOf();
    const random = randomOf(1_000 + project);
    for (let round = 0; round < funnelsEach; round += 1) {
      const question: FunnelQuestion = {
        project,
        primary,
        definition: randomDefinition(random),
        window: windowOf(randomPeriod(random), zone),
        affids: randomAffids(random),
        filters: randomFilters(random),
      };
      const { definition, window, affids: own, filters = [] } = question;
      const plan = planOf(definition);
      const time = (name: string) =>
        `if(${name} = 0, '-', toString(bitShiftRight(${name}, ${timeShift}) + ${window.from.getTime()}))`;
      const columns = [
        'its_person',
        'toString(level)',
        'toString(toInt64(revenue * 10000))',
        'its_country',
        'its_campaign_id',
        ...plan.required.map((_, position) => time(`place${position}`)),
        ...plan.optional.map(({ index }) => time(`extra${index}`)),
      ];
      const parameters = new Parameters();
      const twice = await twiceReported(select, question);
      const values = ['person', 'country', 'campaign_id'] as const;
      const sql = `SELECT ${columns.join(', ')}
        FROM (${peopleSql({ question, twice, parameters, values })})`;
      const rows = await select({ sql, parameters: parameters.values });
      const wanted = followFunnel(dataOf(project), {
        definition,
        primary,
        from: window.from.getTime(),
        to: window.to.getTime(),
        affids: own,
        filters,
      }).map(({ person, level, revenue, entry, taken, reached }) => [
        person,
        String(level),
        String(revenue),
        entry.country === 'ZZ' ? '' : entry.country,
        entry.campaign,
        ...plan.required.map((_, position) =>
          String(position === 0 ? entry.time : (taken[position]?.time ?? '-')),
        ),
        ...plan.optional.map(({ index }) => String(reached.get(index)?.time ?? '-')),
      ]);
      const sorted = (all: readonly unknown[]) => all.map((row) => JSON.stringify(row)).toSorted();
      expect(sorted(rows), JSON.stringify(question)).toEqual(sorted(wanted));
    }
  }, 300_000);

  it('give the report, the trend, the times and the list of people', async () => {
    const analytics = analyticsOf();
    const random = randomOf(2_000 + project);
    for (let round = 0; round < reportsEach; round += 1) {
      const { got, wanted, pages, file } = await bothAnswers(analytics, dataOf(project), {
        project,
        definition: randomDefinition(random),
        period: randomPeriod(random),
        affids: randomAffids(random),
        filters: randomFilters(random),
        asOf: new Date(firstDay + random.below(8) * day),
        by: random.one(['country', 'campaign_id', 'affid'] as const),
      });
      expect(got).toEqual(wanted);
      expect(file).toEqual(pages);
    }
  }, 300_000);
});
