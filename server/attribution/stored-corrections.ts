import type { Connection } from '../database/orm.ts';
import type { Correction } from './correction-row.ts';

/** A correction of a conversion. */
export type StoredCorrection = Correction & {
  /** The conversion and the event that led it when the correction was made. */
  conversion: string;
  uid: string | null;
  /** The value in a network's file, where the correction takes it over; else null. */
  stated: string | null;
  /** The correction that this one reverses. */
  reverses: number | null;
  /** When it was made, in ms. */
  created: number;
};

const columns = `id, conversion_id as conversion, event_uid as uid, aff_id as affid, offer_id, revenue::text, payout::text,
  currency, reason_code, stated_value::text as stated, note, effective_at, reverses,
  floor(extract(epoch from created_at) * 1000)::float8 as created`;

/** The corrections of conversions, by their ids and by the events they were made for. */
export async function readStoredCorrections(
  connection: Connection,
  project: number,
  { conversions, uids }: { conversions: readonly string[]; uids: readonly string[] },
): Promise<StoredCorrection[]> {
  const { rows } = await connection.query<StoredCorrection>({
    name: 'corrections-of',
    text: `select ${columns} from conversion_adjustments
     where project_id = $1 and (conversion_id = any($2) or event_uid = any($3))`,
    values: [project, conversions, uids],
  });
  return rows;
}

/** A correction of a conversion, or of money that belongs to none. */
type AnyCorrection = Omit<StoredCorrection, 'conversion'> & { conversion: string | null };

export async function readStoredCorrection(
  connection: Connection,
  id: number,
): Promise<AnyCorrection | null> {
  const { rows } = await connection.query<AnyCorrection>(
    `select ${columns} from conversion_adjustments where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}
