import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { newTestSchema } from '#contract/split-tests/schemas.ts';
import type { splitTests } from '../database/schema/split-tests.ts';
import { ulid } from '../platform/ulid.ts';
import type { TestRow } from './test-rows.ts';

type Body = z.output<typeof newTestSchema>;
type NewRow = typeof splitTests.$inferInsert;

/** What is new in every draft, also in a copy: its identity, and the seed that decides about its units. */
function newIdentity(now: Date) {
  return {
    id: ulid(now),
    status: 'draft',
    seed: randomBytes(8).toString('hex'),
    previewToken: randomBytes(12).toString('base64url'),
    version: 1,
    createdAt: now,
    updatedAt: now,
  } as const;
}

/** The columns of what a person enters. */
export const enteredColumns = (body: Omit<Body, 'project' | 'slug'>) => ({
  name: body.name,
  hypothesis: body.hypothesis,
  kind: body.kind,
  unit: body.unit,
  target: body.target,
  goal: body.goal,
  guardrails: body.guardrails,
  variants: body.variants,
  mdeRel: body.mde_rel,
  alpha: body.alpha,
  minRuntimeDays: body.min_runtime_days,
  maxRuntimeDays: body.max_runtime_days,
  minConversions: body.min_conversions,
  trafficPct: body.traffic_pct,
});

export const newRow = (body: Body, slug: string, now: Date): NewRow => ({
  ...newIdentity(now),
  projectId: body.project,
  slug,
  ...enteredColumns(body),
});

/** A draft with the settings of another test. */
export const copyOf = (row: TestRow, name: string, slug: string, now: Date): NewRow => ({
  ...newIdentity(now),
  projectId: row.projectId,
  slug,
  ...enteredColumns({ ...enteredOf(row), name }),
});

/** What a person entered about a test. */
export const enteredOf = (row: TestRow) => ({
  name: row.name,
  hypothesis: row.hypothesis,
  kind: row.kind,
  unit: row.unit,
  target: row.target,
  goal: row.goal,
  guardrails: row.guardrails,
  variants: row.variants,
  mde_rel: row.mdeRel,
  alpha: row.alpha,
  min_runtime_days: row.minRuntimeDays,
  max_runtime_days: row.maxRuntimeDays,
  min_conversions: row.minConversions,
  traffic_pct: row.trafficPct,
});
