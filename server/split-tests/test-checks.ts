import { numbered } from '#contract/numbered.ts';
import { freeSlug, slugOf } from '#contract/slug.ts';
import type { TestKind, TestTarget, TestVariant } from '#contract/split-tests/definition.ts';
import { changeableAfterStart } from '#contract/split-tests/schemas.ts';
import { testFaults } from '#contract/split-tests/test-faults.ts';
import type { Connection } from '../database/orm.ts';
import { type DestinationLimits, requireDestination } from '../egress/destination-checks.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { findByName, takenSlugs } from './test-rows.ts';

type Whole = Parameters<typeof testFaults>[0];

/** Refuses a test whose parts do not fit together. */
export function requireWhole(test: Whole): void {
  const faults = testFaults(test);
  if (faults.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of faults) {
    const field = path.join('.');
    fields[field] = [...(fields[field] ?? []), message];
  }
  throw new Refusal(400, fields);
}

/** Refuses addresses to which no visitor should be sent, each at its variant. */
export async function requireAddresses(
  variants: readonly TestVariant[],
  limits: DestinationLimits,
): Promise<void> {
  for (const [at, { url }] of variants.entries()) {
    await requireDestination(`variants.${at}.url`, url, limits);
  }
}

type Named = { kind: TestKind; target: TestTarget | null; variants: readonly TestVariant[] };

/** Refuses offers, and a funnel's step, that the project does not have. */
export async function requireKnown(
  connection: Connection,
  project: number,
  { kind, target, variants }: Named,
): Promise<void> {
  if (kind === 'offer') {
    const { rows } = await connection.query<{ id: number }>(
      'select id from offers where project_id = $1 and archived_at is null and id = any($2)',
      [project, variants.flatMap(({ offer }) => offer ?? [])],
    );
    const known = new Set(rows.map(({ id }) => id));
    const missing = variants.findIndex(({ offer }) => offer !== null && !known.has(offer));
    if (missing >= 0)
      throw invalid(`variants.${missing}.offer`, 'Choose an offer of this project.');
  }
  if (kind !== 'funnel_step' || target === null) return;
  const { rowCount } = await connection.query(
    `select from funnels join funnel_steps step on step.funnel_id = funnels.id and step.removed_at is null
     where project_id = $1 and funnels.slug = $2 and step.slug = $3 and archived_at is null`,
    [project, target.funnel, target.step],
  );
  if (!rowCount) throw invalid('target', 'Choose a step of a funnel of this project.');
}

/** Refuses to lead visitors to offers that take no clicks. */
export async function requireOpenOffers(
  connection: Connection,
  { kind, variants }: Named,
): Promise<void> {
  if (kind !== 'offer') return;
  const { rows } = await connection.query<{ id: number; name: string }>(
    "select id, name from offers where id = any($1) and (status <> 'active' or archived_at is not null)",
    [variants.flatMap(({ offer }) => offer ?? [])],
  );
  const closed = variants.findIndex(({ offer }) => rows.some(({ id }) => id === offer));
  if (closed < 0) return;
  const name = rows.find(({ id }) => id === variants[closed]?.offer)?.name;
  throw invalid(
    `variants.${closed}.offer`,
    `${name} is not active. Activate it, or choose another offer.`,
  );
}

/** Refuses a name that another test of the project has. The caller holds the lock of the project. */
export async function requireFreeName(
  connection: Connection,
  project: number,
  { name, own }: { name: string; own?: string },
): Promise<void> {
  const other = await findByName(connection, project, name);
  if (other === null || other === own) return;
  throw invalid('name', `Another test is called “${name}”. Choose another name.`);
}

/** The short name of a new test: the one that is asked for if it is free, else one made of the test's name. */
export async function slugOfNew(
  connection: Connection,
  project: number,
  { name, slug }: { name: string; slug?: string | undefined },
): Promise<string> {
  const taken = await takenSlugs(connection, project);
  const free = freeSlug(slug ?? (slugOf(name) || 'test'), taken);
  if (slug !== undefined && free !== slug) {
    throw invalid('slug', `“${slug}” is taken. Choose another, such as “${free}”.`);
  }
  return free;
}

/** The name if no test of the project has it, else the first free one with a number. */
export async function freeTestName(
  connection: Connection,
  project: number,
  wanted: string,
): Promise<string> {
  const others = numbered(wanted.replace(/ \d+$/, ''), { longest: 120, joint: ' ' });
  let name = wanted;
  while ((await findByName(connection, project, name)) !== null) name = others.next().value;
  return name;
}

const isChangeable = (field: string) => changeableAfterStart.some((one) => one === field);

/** Refuses what a started test keeps, and says the way out. */
export function requireChangeable(fields: readonly string[]): void {
  const locked = fields.find((field) => !isChangeable(field));
  if (locked === undefined) return;
  throw invalid(
    locked,
    locked === 'goal'
      ? 'The goal is locked since the test started. Duplicate the test and choose another goal there.'
      : 'This is locked since the test started. Duplicate the test to change it.',
  );
}
