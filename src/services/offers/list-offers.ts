import { offerStatuses } from '#contract/offers/fields.ts';
import type { OfferLine } from '#contract/offers/offer.ts';
import type { Api, QueryValue } from '../kit/api.ts';

const pageSize = 200;
/** A project with more offers shows the newest of them. */
const mostPages = 10;

/** `GET offers/`, all pages, archived offers too. */
export async function listOffers(
  api: Api,
  query: Record<string, QueryValue> & { project_id: number },
  signal: AbortSignal,
): Promise<OfferLine[]> {
  const rows: OfferLine[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const read = await api.page('listOffers', {
      query: { status: offerStatuses, ...query, limit: pageSize, cursor },
      signal,
    });
    rows.push(...read.rows);
    cursor = read.headers.get('X-Next-Cursor') ?? undefined;
    if (cursor === undefined) break;
  }
  return rows;
}
