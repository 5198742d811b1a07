import type { z } from 'zod';
import {
  type ConversionStatus,
  type DecisionAnswer,
  type DecisionRefusal,
  type DecisionUndo,
  decisionRefusals,
  mostDecided,
  type newDecisionSchema,
  statusSteps,
} from '#contract/conversions/decisions.ts';
import type { Access, Membership } from '../access/access.ts';
import { isAllowed, memberOf, requireCapability } from '../access/capabilities.ts';
import { chosenBy } from '../analytics/conversion-rows/selected-conversions.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import type { Reading } from '../analytics/runner/readings.ts';
import type { Author } from '../audit/audit-log.ts';
import { forbidden, invalid, notFound, Refusal } from '../platform/refusal.ts';
import type { KeepAnswer } from '../plugins/idempotency.ts';
import { recordDecision, recordUndo } from './audit-entries.ts';
import {
  type Currencies,
  effectOf,
  type Standing,
  standingIn,
  standingWith,
  withStatus,
} from './current-state.ts';
import {
  type Basis,
  keepDecision,
  readBasis,
  readBatch,
  undoDecision,
  undoUntil,
  untilShown,
} from './decisions.ts';
import { followed, givenBack } from './refunds.ts';

export type DecidingDependencies = Pick<ReportDependencies, 'pool' | 'now' | 'resolveScope'> & {
  /** Says that somebody decided about conversions or corrected them. */
  heard: () => void;
};

type Asked = { access: Access; reading: Reading };
type Deciding = Asked & { author: Author };
type Keep = KeepAnswer<DecisionAnswer>;
type Decision = z.output<typeof newDecisionSchema>;

/**
 * Decides about conversions, as far as they may become what they shall, or only tells what would come of it. Of several
 * who decide at once each finds what the others decided.
 */
export async function decide(
  dependencies: DecidingDependencies,
  decision: Decision,
  { keep, author, ...asked }: Deciding & { keep: Keep },
): Promise<DecisionAnswer> {
  const { pool } = dependencies;
  if (decision.dry_run) return (await weigh(dependencies, decision, asked)).answer;
  const decidedIn = decidable(asked.access).map(({ projectId }) => projectId);
  for (let tried = 0; tried < mostTries; tried += 1) {
    const basis = await readBasis(pool);
    await untilShown(pool, { decidedIn });
    const { answer, changing } = await weigh(dependencies, decision, asked);
    if (changing.length === 0) return answer;
    const by = asked.access.userId;
    const found = { answer, changing, basis };
    const kept = await store(dependencies, decision, { ...found, by, author, keep });
    if (kept) return kept;
  }
  throw new Refusal(409, { detail: 'Others are deciding here at this moment. Try again.' });
}

/** So often others may be faster. */
const mostTries = 5;

type Weighed = { answer: DecisionAnswer; changing: Standing[] };
type Storing = { basis: Basis; by: number; author: Author; keep: Keep };

/** The answer once the decision is kept; null where others were faster. */
async function store(
  { pool, now, heard }: DecidingDependencies,
  { to, reason_code: reason, note }: Decision,
  { answer, changing, basis, by, author, keep }: Weighed & Storing,
): Promise<DecisionAnswer | null> {
  const at = now();
  const undo_until = undoUntil(at).toISOString();
  const found = changing.map((one) => ({
    project: Number(one.project_id),
    conversion: one.conversion_id,
    uid: one.event_uid,
    key: one.dedup_key,
    from: one.status,
  }));
  const batch = await keepDecision(pool, {
    to,
    reason,
    note,
    at,
    by,
    found,
    basis,
    async onKept(client, batch) {
      await keep(client, { ...answer, batch, undo_until });
      await recordDecision(client, { author, at }, { batch, to, reason, found });
    },
  });
  if (batch === null) return null;
  heard();
  await untilShown(pool, { batch });
  return { ...answer, batch, undo_until };
}

/** What would come of a decision. */
async function weigh(
  { now, resolveScope }: DecidingDependencies,
  decision: Decision,
  { access, reading }: Asked,
): Promise<Weighed> {
  const { to } = decision;
  const found = await standingFor(decision, { access, reading }, { now, resolveScope });
  const refused = new Map<DecisionRefusal, string[]>();
  const refuse = (cause: DecisionRefusal, id: string) =>
    refused.set(cause, [...(refused.get(cause) ?? []), id]);

  const known = new Set(found.map(({ conversion_id }) => conversion_id));
  for (const id of new Set(decision.ids)) if (!known.has(id)) refuse('not_found', id);
  const changing = found.filter((one) => {
    const cause = refusalOf(one.status, to);
    if (cause) refuse(cause, one.conversion_id);
    return cause === null;
  });

  const currencies = currenciesOf(access);
  const after = changing.map((one) => withStatus(one, to, currencies));
  const answer = {
    batch: null,
    undo_until: null,
    changed: changing.length,
    refused: decisionRefusals.flatMap((cause) => {
      const ids = refused.get(cause) ?? [];
      const because = sentences[cause](to);
      return ids.length > 0
        ? [{ cause, because, conversions: ids.length, ids: ids.slice(0, 100) }]
        : [];
    }),
    effect: await effectWithRefunds(changing, after, currencies, reading),
  };
  return { answer, changing };
}

/** What was given back of an order stands and falls with it. */
async function effectWithRefunds(
  changing: readonly Standing[],
  after: readonly Standing[],
  currencies: Currencies,
  { select }: Reading,
) {
  const ids = changing.map(({ conversion_id }) => conversion_id);
  const projects = [...new Set(changing.map(({ project_id }) => Number(project_id)))];
  const pairs = await givenBack(ids, { projects, select });
  const refunds = pairs.map(({ refund }) => refund);
  return effectOf(
    together(changing, refunds),
    together(after, followed(pairs, after, currencies)),
    currencies,
  );
}

/** Each once; of two with one id the second. */
const together = (some: readonly Standing[], others: readonly Standing[]): Standing[] => [
  ...new Map([...some, ...others].map((one) => [one.conversion_id, one])).values(),
];

/** Takes a decision back: what was decided about anew since stays as it is. */
export async function undo(
  { pool, now, heard }: DecidingDependencies,
  id: string,
  { access, author, reading }: Deciding,
): Promise<DecisionUndo> {
  const batch = await readBatch(pool, id);
  if (!batch) throw notFound();
  for (const project of batch.projects) {
    requireCapability(memberOf(access, project), 'conversion.decide');
  }
  if (batch.undoneAt) return nothingLeft;
  const at = now();
  if (at >= undoUntil(batch.decidedAt)) {
    throw new Refusal(409, { detail: 'A decision can be undone for a day.' });
  }
  const restored = batch.conversions.filter(({ isKept }) => !isKept);
  const own = restored.map(({ conversion }) => conversion);
  const { projects } = batch;
  const refunds = await givenBack(own, { projects, select: reading.select });
  const ids = [...own, ...refunds.map(({ refund }) => refund.conversion_id)];
  const before = await standingWith(ids, batch.projects, reading.select);
  const isUndone = await undoDecision(pool, {
    id,
    by: access.userId,
    at,
    projects,
    onUndone: (client) => recordUndo(client, { author, at }, id),
  });
  if (!isUndone) return nothingLeft;
  heard();
  await untilShown(pool, { batch: id });
  const after = await standingWith(ids, batch.projects, reading.select);
  return {
    restored: restored.length,
    kept: batch.conversions.length - restored.length,
    effect: effectOf(before, after, currenciesOf(access)),
  };
}

/** What was undone once stays so, however often it is asked for. */
const nothingLeft: DecisionUndo = { restored: 0, kept: 0, effect: [] };

async function standingFor(
  { ids, filter }: Decision,
  { access, reading }: Asked,
  { now, resolveScope }: Pick<DecidingDependencies, 'now' | 'resolveScope'>,
): Promise<Standing[]> {
  if (filter) {
    if (filter.as_of) throw invalid('filter', 'What was known earlier cannot be decided about.');
    const scope = await resolveScope(access, filter);
    for (const { id } of scope.projects) {
      requireCapability(memberOf(access, id), 'conversion.decide');
    }
    const found = await standingIn(chosenBy(filter, scope, now()), mostDecided, reading);
    if (found.length > mostDecided) {
      const most = mostDecided.toLocaleString('en-US');
      throw invalid('filter', `These are more than ${most} conversions. Choose fewer.`);
    }
    return found;
  }
  const projects = access.memberships.map(({ projectId }) => projectId);
  const standing =
    projects.length > 0 ? await standingWith(ids ?? [], projects, reading.select) : [];
  const seen = standing.filter(isSeenIn(access));
  if (seen.length === 0) throw forbidden();
  const allowed = new Set(decidable(access).map(({ projectId }) => String(projectId)));
  const found = seen.filter(({ project_id }) => allowed.has(project_id));
  if (found.length === 0) throw forbidden('Your role does not allow this.');
  return found;
}

const decidable = ({ memberships }: Access): Membership[] =>
  memberships.filter((one) => isAllowed(one, 'conversion.decide'));

/** Whoever sees only some affiliates of a project cannot tell what others earned from what is not there. */
const isSeenIn =
  (access: Access) =>
  ({ project_id, affid }: Standing): boolean => {
    const { affiliates } = memberOf(access, Number(project_id));
    return affiliates === null || affiliates.some(({ affId }) => affId === affid);
  };

const currenciesOf = ({ memberships }: Access): Currencies =>
  new Map(memberships.map(({ projectId, currency }) => [String(projectId), currency]));

function refusalOf(from: string, to: ConversionStatus): DecisionRefusal | null {
  if (from === to) return 'same_status';
  if (from === 'reversed') return 'final';
  const steps: Readonly<Record<string, readonly string[]>> = statusSteps;
  return steps[from]?.includes(to) ? null : 'not_approved';
}

const sentences: Record<DecisionRefusal, (to: ConversionStatus) => string> = {
  not_found: () => 'There is no such conversion here.',
  same_status: (to) => `It is ${to} already.`,
  final: () => 'It was reversed and stays so; only undoing that decision brings it back.',
  not_approved: () => 'Only what is approved can be reversed.',
};
