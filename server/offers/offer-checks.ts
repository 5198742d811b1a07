import type { Connection } from '../database/orm.ts';
import { type DestinationLimits, requireDestination } from '../egress/destination-checks.ts';
import { countryCodeOf, unknownCountry } from '../geo/countries.ts';
import { invalid } from '../platform/refusal.ts';
import type { EnteredOffer } from './offer-columns.ts';

/** The code under which clicks are stored; an unknown one is refused. */
export function requireCountry(field: string, code: string): string {
  const known = countryCodeOf(code);
  if (known === unknownCountry) {
    throw invalid(field, `“${code}” is no country. Use two-letter codes such as US.`);
  }
  return known;
}

/**
 * What was entered, with countries as clicks store them, after the checks that need no transaction. Looking up hosts
 * can take seconds.
 */
export async function checkedOffer<Entered extends EnteredOffer>(
  entered: Entered,
  limits: DestinationLimits,
): Promise<Entered> {
  const { countries, destination_url: destination, fallback_url: fallback } = entered;
  const known = countries?.map((code) => requireCountry('countries', code));
  await requireDestination('destination_url', destination, limits);
  await requireDestination('fallback_url', fallback, limits);
  return known ? { ...entered, countries: [...new Set(known)] } : entered;
}

/** Refuses a fallback to another project's offer, to itself, or in a circle. */
export async function requireFallback(
  connection: Connection,
  { project, id }: { project: number; id: number | null },
  fallback: number | null | undefined,
): Promise<void> {
  if (fallback === null || fallback === undefined) return;
  const { rows } = await connection.query<{ id: number; next: number | null }>(
    'select id, fallback_offer_id as next from offers where project_id = $1',
    [project],
  );
  const next = new Map(rows.map((row) => [row.id, row.next]));
  if (!next.has(fallback)) throw invalid('fallback_offer', 'This project has no such offer.');
  const passed = new Set<number>();
  for (
    let at: number | null = fallback;
    at !== null && !passed.has(at);
    at = next.get(at) ?? null
  ) {
    if (at === id) {
      throw invalid(
        'fallback_offer',
        'This offer leads back to the same offer. Choose another one.',
      );
    }
    passed.add(at);
  }
}
