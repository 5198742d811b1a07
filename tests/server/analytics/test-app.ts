import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Access, Membership } from '#server/access/access.ts';
import { authentication } from '#server/access/authentication.ts';
import { type AnalyticsDependencies, analyticsRoutes } from '#server/analytics/routes.ts';
import { createAnalyticsReaders } from '#server/analytics/runner/analytics-reader.ts';
import type { AnswerLimits } from '#server/analytics/runner/answer-cache.ts';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';
import type { DecidingDependencies } from '#server/conversions/deciding.ts';
import { decisionRoutes } from '#server/conversions/decision-routes.ts';
import { reconciliationRoutes } from '#server/conversions/reconciliation-routes.ts';
import { conversionRoutes } from '#server/conversions/routes.ts';
import { ownFunnels } from '#server/funnels/report/analysis-data.ts';
import { resolveScope } from '#server/projects/resolve-scope.ts';
import { appOf } from '#tests/support/app.ts';
import type { Stores } from '#tests/support/stores.ts';
import { acme } from './samples.ts';

const secret = 'a secret that signs the analytics tokens of this test file';

export type TokenHolder = { token: string; access: Access };

/** The analytics routes over those stores, for people with given rights. */
export async function startApp(
  { pool, warehouse }: Pick<Stores, 'pool' | 'warehouse'>,
  holders: readonly TokenHolder[],
  now: () => Date,
  changes: Partial<AnalyticsDependencies> & {
    reader?: ClickHouseClient;
    answers?: AnswerLimits;
  } = {},
): Promise<FastifyInstance> {
  const analyticsFor = createAnalyticsReaders({
    pool,
    reader: changes.reader ?? warehouse.reader,
    isCluster: false,
    labels: createLabelCache(),
    answers: changes.answers,
  });
  const dependencies: AnalyticsDependencies = {
    pool,
    analyticsFor,
    secret,
    now,
    watermark: async () => now(),
    resolveScope: (access, selection) => resolveScope(pool, access, selection),
    ownFunnels: ownFunnels(pool, now),
    currentGrantOf: async ({ user, projects }) => ({
      user,
      projects: projects.map((project) => ({ ...project, timezone: acme.timezone })),
    }),
    ...changes,
  };
  const deciding: DecidingDependencies = {
    ...dependencies,
    onDecision: () => undefined,
    idempotent: (_, work) => work(async () => undefined),
  };
  const byToken = new Map(holders.map(({ token, access }) => [token, access]));
  return appOf([
    (app) => authentication(app, { readAccess: async (token) => byToken.get(token) ?? null }),
    (app) => analyticsRoutes(app, dependencies),
    (app) => conversionRoutes(app, dependencies),
    (app) => decisionRoutes(app, deciding),
    (app) => reconciliationRoutes(app, deciding),
  ]);
}

export type ProjectFacts = {
  id: number;
  name: string;
  timezone: string;
  currency: string;
  affids: readonly string[];
};

/** Projects and their affiliates as PostgreSQL stores them. */
export async function createProjects(
  pool: pg.Pool,
  projects: readonly ProjectFacts[],
): Promise<void> {
  for (const { id, name, timezone, currency, affids } of projects) {
    await pool.query(
      `insert into projects (id, name, slug, timezone, currency, collect_key_hash, collect_key_start)
       values ($1, $2, $3, $4, $5, decode(md5($3), 'hex'), 'key')`,
      [id, name, `project-${id}`, timezone, currency],
    );
    for (const affid of affids) {
      await pool.query('insert into affiliates (aff_id, project_id, name) values ($1, $2, $3)', [
        affid,
        id,
        `Partner ${affid}`,
      ]);
    }
  }
}

export const membershipOf = (
  { id, name, timezone, currency }: ProjectFacts,
  affiliates: Membership['affiliates'] = null,
): Membership => ({
  projectId: id,
  name,
  slug: `project-${id}`,
  timezone,
  currency,
  role: affiliates ? 'affiliate' : 'owner',
  affiliates,
});

export const tokenHolder = (
  token: string,
  memberships: readonly Membership[],
  isDebug = false,
): TokenHolder => ({
  token,
  access: { userId: 1, isSuperuser: false, isDebug, memberships },
});
