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
import type { LabelBook } from './label-cache.ts';
import { type Names, namesFrom } from './names.ts';
import {
  type Ask,
  askOf,
  type Count,
  countOf,
  type Dump,
  readsOf,
  type Select,
  type Write,
  writeOf,
} from './query-runner.ts';

/** The model and the ways to ask it, in the turn of one person. */
export type Reading = {
  model: Model;
  select: Select;
  ask: Ask;
  count: Count;
  write: Write;
  names: Names;
  /** The same with conversions credited in another way. */
  credited: (attribution: Attribution) => Pick<Reading, 'model' | 'ask' | 'count' | 'write'>;
  /** Credited so, with the time of the click as a dimension. */
  clicked: (attribution: Attribution) => Pick<Reading, 'ask'>;
  /** Conversions by all models at once. */
  compared: (attribution: Attribution) => Pick<Reading, 'ask'>;
};

/** What somebody reads with; whoever passes a signal is waited for no longer than it says. */
export type ReadingFor = (user: number, leaving?: AbortSignal) => Reading;

type Sources = {
  reader: ClickHouseClient;
  pool: pg.Pool;
  labels: LabelBook;
  /** Whether the warehouse is a cluster. */
  isCluster: boolean;
};

export function readingsOf({ reader, pool, labels, isCluster }: Sources): ReadingFor {
  const model = readModel();
  const reads = readsOf(reader, { isCluster });
  return (user, leaving) => {
    const select: Select = (statement) => reads.select(statement, { user, leaving });
    const dump: Dump = (statement) => reads.dump(statement, { user, leaving });
    const asked = (one: Model) => ({
      model: one,
      ask: askOf(select, one),
      count: countOf(select, one),
      write: writeOf(dump, one),
    });
    return {
      ...asked(model),
      clicked: (attribution) => asked(clickedModel(model, attribution)),
      compared: (attribution) => asked(comparedModel(model, attribution)),
      select,
      names: namesFrom(select, pool, labels),
      credited(attribution) {
        const usual = asked(model);
        const other = asked(creditedModel(model, attribution));
        const by = (query: Query) => (isCredited(query, attribution) ? other : usual);
        return {
          model: other.model,
          ask: (query) => by(query).ask(query),
          count: (query) => by(query).count(query),
          write: (query, names) => by(query).write(query, names),
        };
      },
    };
  };
}
