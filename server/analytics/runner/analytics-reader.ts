import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import {
  type Attribution,
  clickedModel,
  comparedModel,
  creditedModel,
  isCredited,
} from '../compiler/credit-model.ts';
import { type Model, readModel } from '../compiler/model.ts';
import type { Query } from '../compiler/query.ts';
import type { AnswerLimits } from './answer-cache.ts';
import { type Names, namesFrom } from './entity-labels.ts';
import type { LabelCache } from './label-cache.ts';
import {
  createGroupSummer,
  createJsonQueryRunner,
  createQueryCounter,
  createQueryRunner,
  createWarehouseReads,
  type GroupSummer,
  type JsonQueryRunner,
  type QueryCounter,
  type QueryRunner,
  type ReadBytes,
  type Select,
} from './query-runner.ts';

/** The model and functions to query it, scheduled for one user. */
export type AnalyticsReader = {
  model: Model;
  select: Select;
  runQuery: QueryRunner;
  count: QueryCounter;
  sumGroups: GroupSummer;
  runJsonQuery: JsonQueryRunner;
  names: Names;
  /** The same with another attribution. */
  credited: (
    attribution: Attribution,
  ) => Pick<AnalyticsReader, 'model' | 'runQuery' | 'count' | 'sumGroups' | 'runJsonQuery'>;
  /** The credited model, with the time of the click as a dimension. */
  clicked: (attribution: Attribution) => Pick<AnalyticsReader, 'runQuery'>;
  /** Conversions by all models at once. */
  compared: (attribution: Attribution) => Pick<AnalyticsReader, 'runQuery'>;
};

/**
 * Creates the reader of a user; an aborted signal cancels its statements. With `projects`, which must be all that its
 * statements read, their answers are kept.
 */
export type AnalyticsReaderFor = (
  user: number,
  leaving?: AbortSignal,
  projects?: readonly number[],
) => AnalyticsReader;

type Sources = {
  reader: ClickHouseClient;
  pool: pg.Pool;
  labels: LabelCache;
  /** Whether the warehouse is a cluster. */
  isCluster: boolean;
  /** Without them no answer is kept. */
  answers?: AnswerLimits | undefined;
};

export function createAnalyticsReaders({
  reader,
  pool,
  labels,
  isCluster,
  answers,
}: Sources): AnalyticsReaderFor {
  const model = readModel();
  const reads = createWarehouseReads(reader, { isCluster, answers });
  return (user, leaving, projects) => {
    const caller = { user, leaving, projects };
    const select: Select = (statement) => reads.select(statement, caller);
    const readBytes: ReadBytes = (statement) => reads.readBytes(statement, caller);
    const runnersOf = (one: Model) => ({
      model: one,
      runQuery: createQueryRunner(select, one),
      count: createQueryCounter(select, one),
      sumGroups: createGroupSummer(select, one),
      runJsonQuery: createJsonQueryRunner(readBytes, one),
    });
    return {
      ...runnersOf(model),
      clicked: (attribution) => runnersOf(clickedModel(model, attribution)),
      compared: (attribution) => runnersOf(comparedModel(model, attribution)),
      select,
      names: namesFrom(select, pool, labels),
      credited(attribution) {
        const usual = runnersOf(model);
        const other = runnersOf(creditedModel(model, attribution));
        const by = (query: Query) => (isCredited(query, attribution) ? other : usual);
        return {
          model: other.model,
          runQuery: (query) => by(query).runQuery(query),
          count: (query) => by(query).count(query),
          sumGroups: (query) => by(query).sumGroups(query),
          runJsonQuery: (query, form) => by(query).runJsonQuery(query, form),
        };
      },
    };
  };
}
