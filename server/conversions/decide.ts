import type { z } from 'zod';
import {
  type ConversionStatus,
  type DecisionAnswer,
  type DecisionRefusal,
  type DecisionUndo,
  decisionRefusals,
  maxDecided,
  type newDecisionSchema,
  nextStatuses,
} from '#contract/conversions/decisions.ts';
import type { Access, Membership } from '../access/access.ts';
import { isAllowed, memberOf, requireCapability } from '../access/require-capability.ts';
import { selectConversions } from '../analytics/conversion-rows/selected-conversions.ts';
import type { ReportDependencies } from '../analytics/dashboard/report-answers.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import type { Author } from '../audit/audit-log.ts';
import { forbidden, invalid, notFound, Refusal } from '../platform/refusal.ts';
import type { KeepAnswer } from '../plugins/idempotency.ts';
import { recordDecision, recordUndo } from './audit-entries.ts';
import {
  type ConversionState,
  type Currencies,
  effectOf,
  readMatchingStates,
  readStates,
  withStatus,
} from './current-state.ts';
import {
  type DecisionBasis,
  readBasis,
  readBatch,
  storeDecision,
  undoableUntil,
  undoDecision,
  waitUntilApplied,
} from './decision-batches.ts';
import { readLinkedRefunds, refundStates } from './refunds.ts';

export type DecisionDependencies = Pick<ReportDependencies, 'pool' | 'now' | 'resolveScope'> & {
  /** Called after decisions and corrections. */
  onDecision: () => void;
};

type Caller = { access: Access; analytics: AnalyticsReader };
type Decider = Caller & { author: Author };
type Keep = KeepAnswer<DecisionAnswer>;
type Decision = z.output<typeof newDecisionSchema>;

/** Applies a decision to the conversions that allow it, or previews the result. Concurrent decisions see each other. */
export async function decide(
  dependencies: DecisionDependencies,
  decision: Decision,
  { keep, author, ...caller }: Decider & { keep: Keep },
): Promise<DecisionAnswer> {
  const { pool } = dependencies;
  if (decision.dry_run) return (await weigh(dependencies, decision, caller)).answer;
  const decidedIn = decidable(caller.access).map(({ projectId }) => projectId);
  for (let tried = 0; tried < mostTries; tried += 1) {
    const basis = await readBasis(pool);
    await waitUntilApplied(pool, { decidedIn });
    const { answer, changing } = await weigh(dependencies, decision, caller);
    if (changing.length === 0) return answer;
    const by = caller.access.userId;
    const found = { answer, changing, basis };
    const storedAnswer = await store(dependencies, decision, { ...found, by, author, keep });
    if (storedAnswer) return storedAnswer;
  }
  throw new Refusal(409, {
    detail: 'Other people are deciding on these conversions right now. Try again.',
  });
}

/** How often a decision is retried after a concurrent one. */
const mostTries = 5;

type Weighed = { answer: DecisionAnswer; changing: ConversionState[] };
type Storing = { basis: DecisionBasis; by: number; author: Author; keep: Keep };

/** The answer once the decision is stored; null after a concurrent decision. */
async function store(
  { pool, now, onDecision }: DecisionDependencies,
  { to, reason_code: reason, note }: Decision,
  { answer, changing, basis, by, author, keep }: Weighed & Storing,
): Promise<DecisionAnswer | null> {
  const at = now();
  const undo_until = undoableUntil(at).toISOString();
  const found = changing.map((one) => ({
    project: Number(one.project_id),
    conversion: one.conversion_id,
    uid: one.event_uid,
    key: one.dedup_key,
    from: one.status,
  }));
  const batch = await storeDecision(pool, {
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
  onDecision();
  await waitUntilApplied(pool, { batch });
  return { ...answer, batch, undo_until };
}

/** The result of a decision. */
async function weigh(
  { now, resolveScope }: DecisionDependencies,
  decision: Decision,
  { access, analytics }: Caller,
): Promise<Weighed> {
  const { to } = decision;
  const found = await standingFor(decision, { access, analytics }, { now, resolveScope });
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
    effect: await effectWithRefunds(changing, after, currencies, analytics),
  };
  return { answer, changing };
}

/** Refunds follow the state of their order. */
async function effectWithRefunds(
  changing: readonly ConversionState[],
  after: readonly ConversionState[],
  currencies: Currencies,
  { select }: AnalyticsReader,
) {
  const ids = changing.map(({ conversion_id }) => conversion_id);
  const projects = [...new Set(changing.map(({ project_id }) => Number(project_id)))];
  const pairs = await readLinkedRefunds(ids, { projects, select });
  const refunds = pairs.map(({ refund }) => refund);
  return effectOf(
    together(changing, refunds),
    together(after, refundStates(pairs, after, currencies)),
    currencies,
  );
}

/** Merges states by id; the second of two wins. */
const together = (
  some: readonly ConversionState[],
  others: readonly ConversionState[],
): ConversionState[] => [
  ...new Map([...some, ...others].map((one) => [one.conversion_id, one])).values(),
];

/** Undoes a decision; conversions that were decided again since stay as they are. */
export async function undo(
  { pool, now, onDecision }: DecisionDependencies,
  id: string,
  { access, author, analytics }: Decider,
): Promise<DecisionUndo> {
  const batch = await readBatch(pool, id);
  if (!batch) throw notFound();
  for (const project of batch.projects) {
    requireCapability(memberOf(access, project), 'conversion.decide');
  }
  if (batch.undoneAt) return nothingLeft;
  const at = now();
  if (at >= undoableUntil(batch.decidedAt)) {
    throw new Refusal(409, { detail: 'A decision can be undone for a day.' });
  }
  const restored = batch.conversions.filter(({ isKept }) => !isKept);
  const own = restored.map(({ conversion }) => conversion);
  const { projects } = batch;
  const refunds = await readLinkedRefunds(own, { projects, select: analytics.select });
  const ids = [...own, ...refunds.map(({ refund }) => refund.conversion_id)];
  const before = await readStates(ids, batch.projects, analytics.select);
  const isUndone = await undoDecision(pool, {
    id,
    by: access.userId,
    at,
    projects,
    onUndone: (client) => recordUndo(client, { author, at }, id),
  });
  if (!isUndone) return nothingLeft;
  onDecision();
  await waitUntilApplied(pool, { batch: id });
  const after = await readStates(ids, batch.projects, analytics.select);
  return {
    restored: restored.length,
    kept: batch.conversions.length - restored.length,
    effect: effectOf(before, after, currenciesOf(access)),
  };
}

/** Undoing twice changes nothing more. */
const nothingLeft: DecisionUndo = { restored: 0, kept: 0, effect: [] };

async function standingFor(
  { ids, filter }: Decision,
  { access, analytics }: Caller,
  { now, resolveScope }: Pick<DecisionDependencies, 'now' | 'resolveScope'>,
): Promise<ConversionState[]> {
  if (filter) {
    if (filter.as_of) throw invalid('filter', 'Decisions need the present data: leave out as_of.');
    const scope = await resolveScope(access, filter);
    for (const { id } of scope.projects) {
      requireCapability(memberOf(access, id), 'conversion.decide');
    }
    const found = await readMatchingStates(
      selectConversions(filter, scope, now()),
      maxDecided,
      analytics,
    );
    if (found.length > maxDecided) {
      const most = maxDecided.toLocaleString('en-US');
      throw invalid('filter', `This is more than ${most} conversions. Choose fewer.`);
    }
    return found;
  }
  const projects = access.memberships.map(({ projectId }) => projectId);
  const state = projects.length > 0 ? await readStates(ids ?? [], projects, analytics.select) : [];
  const seen = state.filter(isSeenIn(access));
  if (seen.length === 0) throw forbidden();
  const allowed = new Set(decidable(access).map(({ projectId }) => String(projectId)));
  const found = seen.filter(({ project_id }) => allowed.has(project_id));
  if (found.length === 0) throw forbidden('Your role does not allow this.');
  return found;
}

const decidable = ({ memberships }: Access): Membership[] =>
  memberships.filter((one) => isAllowed(one, 'conversion.decide'));

/** Members who see only some affiliates get the same answer for invisible and missing conversions. */
const isSeenIn =
  (access: Access) =>
  ({ project_id, affid }: ConversionState): boolean => {
    const { affiliates } = memberOf(access, Number(project_id));
    return affiliates === null || affiliates.some(({ affId }) => affId === affid);
  };

const currenciesOf = ({ memberships }: Access): Currencies =>
  new Map(memberships.map(({ projectId, currency }) => [String(projectId), currency]));

function refusalOf(from: string, to: ConversionStatus): DecisionRefusal | null {
  if (from === to) return 'same_status';
  if (from === 'reversed') return 'final';
  return nextStatuses(from).includes(to) ? null : 'not_approved';
}

const sentences: Record<DecisionRefusal, (to: ConversionStatus) => string> = {
  not_found: () => 'There is no such conversion here.',
  same_status: (to) => `It is ${to} already.`,
  final: () => 'It was reversed; only undoing that decision brings it back.',
  not_approved: () => 'Only an approved conversion can be reversed.',
};
