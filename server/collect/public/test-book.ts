import type pg from 'pg';
import type {
  TestKind,
  TestUnit,
  TestVariant,
  VariantKey,
} from '#contract/split-tests/definition.ts';
import { databaseSilent } from '../../platform/refusal.ts';
import { addressOf } from '../../platform/stored-address.ts';
import { createTtlCache } from '../../platform/ttl-cache.ts';
import type { LinkedTest, Place } from '../../split-clicks/lead-unit.ts';
import { type Pixel, type PixelRow, pixelColumns, pixelIn } from './pixel-keys.ts';
import { patienceMs, within } from './within.ts';

export type BookedTest = {
  pixel: Pixel;
  /** The public key of the pixel. */
  key: string;
  /** The website of the project; null where it has none. */
  home: string | null;
  test: LinkedTest;
};

/** How a test was found: as it is now, or as it was last known while the database does not answer. */
export type FoundTest = { booked: BookedTest; isCurrent: boolean };

/** The tests of links by their short names, in memory. */
export type TestBook = {
  /** A key names the project where several have a test of this name; without one the oldest test wins. */
  find(slug: string, key: string | undefined): Promise<FoundTest | null>;
  forget(): void;
};

const statement = `
select ${pixelColumns}, m.public_key as key, p.url as home, test.id as "testId", test.kind, test.unit, test.variants, test.seed,
  test.traffic_pct as "trafficPct", test.preview_token as "previewToken",
  (select n from split_test_phases where test_id = test.id and ended_at is null and test.status = 'running' order by n desc limit 1)
    as phase,
  (select variant from split_test_ships where test_id = test.id and undone_at is null) as shipped,
  (select json_object_agg(id, json_build_object('offerId', offer_id, 'page', coalesce(preview_url, url))) from offers
    where project_id = p.id and id in (select (one->>'offer')::int from jsonb_array_elements(test.variants) one)) as offers
from split_tests test
join projects p on p.id = test.project_id
join lateral (
  select * from master_pixels where project_id = p.id and removed_at is null order by is_primary desc, id limit 1
) m on true
where test.slug = $1
  and ($2::text is null or p.id = (select project_id from master_pixels where public_key = $2 and removed_at is null))
order by test.created_at, test.id limit 1`;

type Row = PixelRow & {
  key: string;
  home: string;
  testId: string;
  kind: TestKind;
  unit: TestUnit;
  variants: TestVariant[];
  seed: string;
  trafficPct: number;
  previewToken: string;
  phase: number | null;
  shipped: VariantKey | null;
  offers: Record<string, { offerId: string; page: string }> | null;
};

export function createTestBook(pool: pg.Pool, isSilent: () => boolean = () => false): TestBook {
  const lastKnown = new Map<string, BookedTest>();
  const cache = createTtlCache(async (link: string) => {
    const values: unknown[] = JSON.parse(link);
    const query = { name: 'collect-test', text: statement, values, query_timeout: 3_000 };
    const [row] = (await pool.query<Row>(query)).rows;
    const booked = row ? bookedIn(row) : null;
    if (booked) lastKnown.set(link, booked);
    else lastKnown.delete(link);
    return booked;
  });
  return {
    async find(slug, key) {
      const link = JSON.stringify([slug, key ?? null]);
      const known = lastKnown.get(link);
      const lapsed = known && { booked: known, isCurrent: false };
      if (isSilent()) {
        if (lapsed) return lapsed;
        throw databaseSilent();
      }
      const reading = cache.of(link).then((booked) => booked && { booked, isCurrent: true });
      return lapsed
        ? within(
            patienceMs,
            reading.catch(() => lapsed),
            lapsed,
          )
        : reading;
    },
    forget: cache.forget,
  };
}

function bookedIn({
  key,
  home,
  testId,
  kind,
  unit,
  variants,
  seed,
  trafficPct,
  previewToken,
  phase,
  shipped,
  offers,
  ...pixel
}: Row): BookedTest {
  const control = variants.find(({ is_control: isControl }) => isControl) ?? variants[0];
  if (!control) throw new Error('A split test has no variants.');
  const placeOf = ({ url, offer }: TestVariant): Place => {
    const { offerId = null, page = null } = (offer !== null && offers?.[offer]) || {};
    return { url, offerId, preview: kind === 'offer' ? addressOf(page) : url };
  };
  return {
    pixel: pixelIn(pixel),
    key,
    home: addressOf(home),
    test: {
      id: testId,
      kind,
      unit,
      phase,
      split: {
        seed,
        trafficPct,
        weights: variants.map(({ key, weight_bp: weightBp }) => ({ key, weightBp })),
      },
      control: control.key,
      shipped,
      previewToken,
      places: new Map(variants.map((variant) => [variant.key, placeOf(variant)])),
    },
  };
}
