import { type Definition, mostSteps, type Step } from '#contract/funnels/definition.ts';
import { type DefinitionFault, definitionFaults } from '#contract/funnels/definition-faults.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { Connection } from '../database/orm.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { definitionOf } from './draft-definition.ts';
import { freeFunnelSlug } from './free-names.ts';
import { findByName } from './funnel-rows.ts';

function refuse(faults: readonly DefinitionFault[]): void {
  if (faults.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of faults) {
    const field = path.join('.');
    fields[field] = [...(fields[field] ?? []), message];
  }
  throw new Refusal(400, fields);
}

/** What a draft may not be either: steps of one slug cannot be told apart, and too many cannot be stored. */
export function requireSteps(steps: readonly Step[]): void {
  const faults = definitionFaults({
    count_by: 'visitor',
    window_minutes: 1,
    steps: [...steps],
    exclusions: [],
  });
  refuse(faults.filter(({ path: [, , field] }) => field === 'slug'));
  if (steps.length > mostSteps) throw invalid('steps', `A funnel has at most ${mostSteps} steps.`);
}

/** The definition of a draft that can be published. */
export function requirePublishable(draft: Definition): Definition {
  const definition = definitionOf(draft);
  refuse(definitionFaults(definition));
  return definition;
}

/**
 * Refuses a name that another funnel of the project has; archived ones leave theirs to others. The caller holds the
 * lock of the project.
 */
export async function requireFreeName(
  connection: Connection,
  project: number,
  { name, own }: { name: string; own?: string },
): Promise<void> {
  const other = await findByName(connection, project, name);
  if (other === null || other === own) return;
  throw invalid('name', `Another funnel is called “${name}”. Choose another name.`);
}

/** Refuses a slug that another funnel of the project has. The caller holds the lock of the project. */
export async function requireFreeSlug(
  connection: Connection,
  project: number,
  slug: string,
): Promise<void> {
  const free = await freeFunnelSlug(connection, project, slug);
  if (free !== slug) throw invalid('slug', takenSlug(slug, free));
}

export const takenSlug = (slug: string, free: string): string =>
  `“${slug}” is taken. Choose another, such as “${free}”.`;

/** Addresses of a published funnel are in use, and so are the names by which reports tell its steps. */
export function requireSameSlug(funnel: Funnel, slug: string | undefined): void {
  if (slug === undefined || slug === funnel.slug || !funnel.published) return;
  throw invalid(
    'slug',
    'A published funnel keeps its short name, so that its links go on working.',
  );
}

export function requireSameStepSlug(
  { published }: Funnel,
  before: string,
  slug: string | undefined,
): void {
  if (slug === undefined || slug === before) return;
  if (!published?.definition.steps.some((step) => step.slug === before)) return;
  throw invalid('slug', 'A published step keeps its short name, so that its reports go on.');
}
