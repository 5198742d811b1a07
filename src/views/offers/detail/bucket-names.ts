import type { OfferReportRow } from '#model/offer-detail.ts';
import { bucket, bucketInFull, bucketInText } from '../../kit/format.ts';

type Bucket = Pick<OfferReportRow, 'key' | 'label'>;

/** The key is a day, or an hour as 2026-11-20T14:00:00-05:00. */
function partsOf({ key }: Bucket): { day: string; hour: string | null } | null {
  const [, day, hour = null] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(key ?? '') ?? [];
  return day === undefined ? null : { day, hour };
}

/** The name of a bucket on an axis. */
export function bucketName(row: Bucket): string {
  const parts = partsOf(row);
  if (!parts) return row.label;
  return parts.hour === null || parts.hour === '00:00' ? bucket(parts.day) : parts.hour;
}

/** The same in full, where there is room. */
export function bucketNameInFull(row: Bucket): string {
  const parts = partsOf(row);
  if (!parts) return row.label;
  return parts.hour === null
    ? bucketInFull(parts.day)
    : `${bucketInText(parts.day)}, ${parts.hour}`;
}
