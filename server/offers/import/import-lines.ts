import type pg from 'pg';
import type { z } from 'zod';
import { defaultGoal } from '#contract/offers/fields.ts';
import { newOfferSchema, type OfferImport, offerChangeSchema } from '#contract/offers/offer.ts';
import { type GivenTerms, newTermsSchema } from '#contract/offers/terms.ts';
import type { RecordAudit } from '../../audit/audit-log.ts';
import { withSavepoint } from '../../database/orm.ts';
import type { DestinationLimits } from '../../egress/destination-checks.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addOffer } from '../new-offer.ts';
import { changeFields, withoutSame } from '../offer-changes.ts';
import { checkedOffer } from '../offer-checks.ts';
import type { OfferRow } from '../offer-rows.ts';
import { findByOfferId } from './find-by-offer-id.ts';
import { generalTerms } from './general-terms.ts';
import type { OfferFileLine } from './offer-file.ts';

type Line = OfferImport['lines'][number];
type Fault = Line['faults'][number];
type Entry = Parameters<RecordAudit>[0];

/** A line whose cells were read, or what is wrong with them. */
export type CheckedLine = OfferFileLine & {
  faults: readonly Fault[];
  entered: z.output<typeof newOfferSchema> | null;
};

/** Everything that can be checked before the transaction; looking up hosts can take seconds. */
export async function checkLine(
  line: OfferFileLine,
  { project, limits }: { project: number; limits: DestinationLimits },
): Promise<CheckedLine> {
  const { fields, terms, surplus } = line;
  if (surplus) {
    const message =
      'The line has more cells than the header. Put cells that contain a separator in quotation marks.';
    return { ...line, entered: null, faults: [{ column: '', message }] };
  }
  const hasTerms = Object.keys(terms).length > 0;
  const given = { project, name: 'unnamed', ...fields, terms: hasTerms ? [terms] : [] };
  const parsed = newOfferSchema.safeParse(given);
  if (!parsed.success) return { ...line, entered: null, faults: faultsIn(parsed.error) };
  try {
    return { ...line, entered: await checkedOffer(parsed.data, limits), faults: [] };
  } catch (error) {
    return { ...line, entered: null, faults: refusedAt(error) };
  }
}

const columnOf = (path: readonly PropertyKey[]): string =>
  String(path[0] === 'terms' ? (path[2] ?? 'payout_type') : (path[0] ?? 'name'));

const faultsIn = ({ issues }: z.ZodError): Fault[] =>
  issues.map(({ path, message }) => ({ column: columnOf(path), message }));

function refusedAt(error: unknown): Fault[] {
  if (!(error instanceof Refusal)) throw error;
  return Object.entries(error.body).flatMap(([field, value]) =>
    [value]
      .flat()
      .filter((one) => typeof one === 'string')
      .map((message) => ({ column: columnOf(field.split('.')), message })),
  );
}

type Taking = { client: pg.PoolClient; project: number; by: number; now: Date };
type Taken = { line: Line; entry: Entry | null };

/** Takes one line, or says why not; then nothing of it is kept. */
export async function takeLine(checked: CheckedLine, taking: Taking): Promise<Taken> {
  const refused = (faults: readonly Fault[]): Taken => ({
    line: { ...nameOf(checked), result: 'refused', faults: [...faults] },
    entry: null,
  });
  if (!checked.entered) return refused(checked.faults);
  const { entered } = checked;
  try {
    return await withSavepoint(taking.client, async () => {
      const { client, project } = taking;
      const existing = await findByOfferId(client, project, entered.offer_id);
      return existing
        ? await changed(existing, checked, entered, taking)
        : await created(checked, entered, taking);
    });
  } catch (error) {
    return refused(refusedAt(error));
  }
}

const nameOf = ({ line, fields }: OfferFileLine) => ({
  line,
  offer_id: typeof fields.offer_id === 'string' ? fields.offer_id : null,
  name: typeof fields.name === 'string' ? fields.name : '',
});

async function created(
  checked: CheckedLine,
  entered: z.output<typeof newOfferSchema>,
  { client, project, by, now }: Taking,
): Promise<Taken> {
  if (checked.fields.name === undefined) throw new Refusal(400, { name: ['Enter a name.'] });
  const row = await addOffer(client, entered, { by, now });
  return {
    line: { ...nameOf(checked), offer_id: row.offerId, result: 'created', faults: [] },
    entry: {
      action: 'offer.created',
      project,
      target: row.name,
      details: { offer: row.id, offer_id: row.offerId, imported: true },
    },
  };
}

async function changed(
  row: OfferRow,
  checked: CheckedLine,
  entered: z.output<typeof newOfferSchema>,
  { client, project, now }: Taking,
): Promise<Taken> {
  await requireSameTerms(client, row, entered.terms[0], now);
  const { offer_id: _, ...names } = checked.fields;
  const given = Object.fromEntries(
    Object.entries(entered).filter(([name]) => Object.keys(names).includes(name)),
  );
  const fields = withoutSame(row, offerChangeSchema.parse(given));
  const change = await changeFields(client, row, fields, now);
  const { name, offerId } = change?.stored ?? row;
  const line = { line: checked.line, offer_id: offerId, name, faults: [] };
  if (!change) return { line: { ...line, result: 'unchanged' }, entry: null };
  const { before, after } = change;
  const details = { offer: row.id, before, after, imported: true };
  return {
    line: { ...line, result: 'changed' },
    entry: { action: 'offer.changed', project, target: name, details },
  };
}

/** Terms are only added, so a file does not change those of an offer that has some. */
async function requireSameTerms(
  client: pg.PoolClient,
  row: OfferRow,
  given: GivenTerms | undefined,
  now: Date,
): Promise<void> {
  if (!given) return;
  const current = await generalTerms(client, row.id, { goal: defaultGoal, now });
  const present = current && newTermsSchema.safeParse(current).data;
  const isSame = (name: 'revenue_type' | 'payout_type') => present?.[name] === given[name];
  const isEqual = (
    name: 'revenue_amount' | 'revenue_pct' | 'payout_amount' | 'payout_pct',
  ): boolean => Number(present?.[name] ?? 0) === Number(given[name] ?? 0);
  const same =
    isSame('revenue_type') &&
    isSame('payout_type') &&
    isEqual('revenue_amount') &&
    isEqual('revenue_pct') &&
    isEqual('payout_amount') &&
    isEqual('payout_pct');
  if (same) return;
  const message = 'Change the terms of an offer on its page, where you see whom they affect.';
  throw new Refusal(400, { payout_type: [message] });
}
