import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { StoredStep } from '#contract/funnels/schemas.ts';
import type {
  Guardrail,
  TestGoal,
  TestKind,
  TestStatus,
  TestTarget,
  TestUnit,
  TestVariant,
  VariantKey,
} from '#contract/split-tests/definition.ts';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { TestDecision } from '#contract/split-tests/schemas.ts';
import { instant } from '../column-types.ts';
import { users } from './accounts.ts';
import { offers } from './offers.ts';
import { ofProject } from './projects.ts';

/** Tests that split traffic. After the start the goal, the variants' places and the plan never change. */
export const splitTests = pgTable(
  'split_tests',
  {
    id: text('id').primaryKey(),
    projectId: ofProject(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    hypothesis: text('hypothesis').notNull(),
    kind: text('kind').$type<TestKind>().notNull(),
    unit: text('unit').$type<TestUnit>().notNull(),
    /** What it is while it is not archived. */
    status: text('status').$type<Exclude<TestStatus, 'archived'>>().notNull(),
    target: jsonb('target').$type<TestTarget>(),
    goal: jsonb('goal').$type<TestGoal>().notNull(),
    guardrails: jsonb('guardrails').$type<Guardrail[]>().notNull(),
    variants: jsonb('variants').$type<TestVariant[]>().notNull(),
    mdeRel: doublePrecision('mde_rel').notNull(),
    alpha: doublePrecision('alpha').notNull(),
    minRuntimeDays: integer('min_runtime_days').notNull(),
    maxRuntimeDays: integer('max_runtime_days').notNull(),
    minConversions: integer('min_conversions').notNull(),
    trafficPct: integer('traffic_pct').notNull(),
    /** 64 random bits in hex, which decide with a unit's id about its variant. */
    seed: text('seed').notNull(),
    /** Lets a person look at a variant without being counted. */
    previewToken: text('preview_token').notNull(),
    /** Units of a treatment and the control together, to which the interval is tuned; set at the start. */
    plannedUnits: integer('planned_units'),
    /** Value per unit above which values are cut; set at the first look with enough data. */
    winsorCap: numeric('winsor_cap', { precision: 18, scale: 4 }),
    /** The first snapshot that let it be decided. */
    firstCrossingId: text('first_crossing_id'),
    decision: text('decision').$type<TestDecision>(),
    decidedVariant: text('decided_variant').$type<VariantKey>(),
    decisionNote: text('decision_note').notNull().default(''),
    isOverride: boolean('is_override').notNull().default(false),
    decidedAt: instant('decided_at'),
    decidedBy: integer('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decisionSnapshotId: text('decision_snapshot_id'),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** Raised by every change. */
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    unique('split_tests_slug').on(table.projectId, table.slug),
    index('split_tests_slug_alone').on(table.slug),
    uniqueIndex('split_tests_name')
      .on(table.projectId, sql`lower(${table.name})`)
      .where(sql`archived_at is null`),
  ],
);

const ofTest = () =>
  text('test_id')
    .notNull()
    .references(() => splitTests.id, { onDelete: 'cascade' });

/** Times in which weights and traffic stayed the same. */
export const splitTestPhases = pgTable(
  'split_test_phases',
  {
    testId: ofTest(),
    n: integer('n').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    weights: jsonb('weights').$type<Partial<Record<VariantKey, number>>>().notNull(),
    trafficPct: integer('traffic_pct').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [primaryKey({ columns: [table.testId, table.n] })],
);

/** What was known at one time. Rows are only added. */
export const splitTestSnapshots = pgTable(
  'split_test_snapshots',
  {
    id: text('id').primaryKey(),
    testId: ofTest(),
    computedAt: instant('computed_at').notNull(),
    results: jsonb('results').$type<TestResults>().notNull(),
  },
  (table) => [index('split_test_snapshots_test').on(table.testId, table.computedAt)],
);

/** What a ship changed, so that it can be undone. The latest one that was not undone holds. */
export const splitTestShips = pgTable(
  'split_test_ships',
  {
    id: text('id').primaryKey(),
    testId: ofTest(),
    variant: text('variant').$type<VariantKey>().notNull(),
    /** What the test was when it was shipped. */
    statusBefore: text('status_before').$type<'running' | 'paused' | 'stopped'>().notNull(),
    /** The step of the funnel before it followed, and the funnel's version after; null where it did not follow. */
    stepBefore: jsonb('step_before').$type<{ step: StoredStep; versionAfter: number }>(),
    /** The offer whose links lead to the other one; null where no links follow. */
    fromOffer: integer('from_offer').references(() => offers.id, { onDelete: 'cascade' }),
    toOffer: integer('to_offer').references(() => offers.id, { onDelete: 'cascade' }),
    shippedAt: instant('shipped_at').notNull(),
    shippedBy: integer('shipped_by').references(() => users.id, { onDelete: 'set null' }),
    undoneAt: instant('undone_at'),
  },
  (table) => [
    uniqueIndex('split_test_ships_standing').on(table.testId).where(sql`undone_at is null`),
    uniqueIndex('split_test_ships_offer').on(table.fromOffer).where(sql`undone_at is null`),
    index('split_test_ships_to_offer').on(table.toOffer),
  ],
);
