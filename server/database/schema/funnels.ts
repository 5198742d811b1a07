import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Counting, Definition, Exclusion, Step } from '#contract/funnels/definition.ts';
import type { FunnelTargets } from '#contract/funnels/schemas.ts';
import { instant } from '../column-types.ts';
import { users } from './accounts.ts';
import { ofProject } from './projects.ts';

/** Funnels with their drafts. An archived one can be restored for a while. */
export const funnels = pgTable(
  'funnels',
  {
    id: text('id').primaryKey(),
    projectId: ofProject(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** What it is while it is not archived. */
    status: text('status').$type<'draft' | 'active' | 'paused'>().notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    countBy: text('count_by').$type<Counting>().notNull(),
    windowMinutes: integer('window_minutes').notNull(),
    exclusions: jsonb('exclusions').$type<Exclusion[]>().notNull(),
    targets: jsonb('targets').$type<FunnelTargets>().notNull(),
    /** Raised by every change of the funnel or of its steps. */
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    unique('funnels_slug').on(table.projectId, table.slug),
    uniqueIndex('funnels_name')
      .on(table.projectId, sql`lower(${table.name})`)
      .where(sql`archived_at is null`),
    uniqueIndex('funnels_default').on(table.projectId).where(sql`is_default`),
  ],
);

const ofFunnel = () =>
  text('funnel_id')
    .notNull()
    .references(() => funnels.id, { onDelete: 'cascade' });

/** The steps of drafts. A removed one can be restored for a while. */
export const funnelSteps = pgTable(
  'funnel_steps',
  {
    id: text('id').primaryKey(),
    funnelId: ofFunnel(),
    slug: text('slug').notNull(),
    /** Where it is or, once removed, was. */
    position: integer('position').notNull(),
    settings: jsonb('settings').$type<Omit<Step, 'slug'>>().notNull(),
    /** The version of the funnel that the last change of the step made. */
    version: integer('version').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('funnel_steps_funnel').on(table.funnelId),
    uniqueIndex('funnel_steps_slug').on(table.funnelId, table.slug).where(sql`removed_at is null`),
  ],
);

/** What was published; reports follow the highest version. */
export const funnelVersions = pgTable(
  'funnel_versions',
  {
    funnelId: ofFunnel(),
    version: integer('version').notNull(),
    definition: jsonb('definition').$type<Definition>().notNull(),
    publishedAt: instant('published_at').notNull(),
    publishedBy: integer('published_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [primaryKey({ columns: [table.funnelId, table.version] })],
);

/** What happened to a funnel, as people and the product itself noted it. */
export const funnelAnnotations = pgTable(
  'funnel_annotations',
  {
    id: text('id').primaryKey(),
    funnelId: ofFunnel(),
    at: instant('at').notNull(),
    text: text('text').notNull(),
    auto: boolean('auto').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('funnel_annotations_at').on(table.funnelId, table.at)],
);

/** What the last evaluation of a step found: whether its events arrive as usual. */
export const funnelStepHealth = pgTable(
  'funnel_step_health',
  {
    funnelId: ofFunnel(),
    slug: text('slug').notNull(),
    state: text('state').notNull(),
    since: instant('since'),
    seen: integer('seen'),
    expected: doublePrecision('expected'),
    checkedAt: instant('checked_at').notNull(),
    /** How many evaluations in a row found a very unlikely silence. */
    quietTimes: integer('quiet_times').notNull(),
  },
  (table) => [primaryKey({ columns: [table.funnelId, table.slug] })],
);
