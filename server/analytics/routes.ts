import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type { DecidingDependencies } from '../conversions/decide.ts';
import { conversionRoutes } from '../conversions/routes.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { type CubeDependencies, cubeRoutes } from './cube/routes.ts';
import type { ReportDependencies } from './dashboard/report-answers.ts';
import { reportRoutes } from './dashboard/routes.ts';
import { exportRoutes } from './export/routes.ts';
import type { LabelBook } from './runner/label-cache.ts';
import { readingsOf } from './runner/readings.ts';

export type AnalyticsDependencies = Omit<
  CubeDependencies & ReportDependencies & DecidingDependencies,
  'readingFor'
> & {
  reader: ClickHouseClient;
  labels: LabelBook;
  /** Whether the warehouse is a cluster. */
  isCluster: boolean;
  idempotent: Idempotent;
};

/** The dashboard calls and the Cube endpoint: two doors to one model. */
export function analyticsRoutes(app: FastifyInstance, dependencies: AnalyticsDependencies): void {
  const readingFor = readingsOf(dependencies);
  reportRoutes(app, { ...dependencies, readingFor });
  conversionRoutes(app, { ...dependencies, readingFor });
  exportRoutes(app, { ...dependencies, readingFor });
  cubeRoutes(app, { ...dependencies, readingFor });
}
