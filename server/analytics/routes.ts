import type { FastifyInstance } from 'fastify';
import { type CubeDependencies, cubeRoutes } from './cube/routes.ts';
import type { ReportDependencies } from './dashboard/report-answers.ts';
import { reportRoutes } from './dashboard/routes.ts';
import { exportRoutes } from './export/routes.ts';

export type AnalyticsDependencies = CubeDependencies & ReportDependencies;

/** The dashboard calls, the exports and the Cube endpoint over one model. */
export function analyticsRoutes(app: FastifyInstance, dependencies: AnalyticsDependencies): void {
  reportRoutes(app, dependencies);
  exportRoutes(app, dependencies);
  cubeRoutes(app, dependencies);
}
