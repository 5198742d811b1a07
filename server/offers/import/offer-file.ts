import { textMap } from '#contract/text-map.ts';
import { twiceIn } from '../../platform/csv-head.ts';
import { recordsIn } from '../../platform/csv-records.ts';
import { invalid } from '../../platform/refusal.ts';

const texts = [
  'offer_id',
  'name',
  'advertiser_name',
  'network',
  'external_offer_id',
  'category',
  'description',
  'thumbnail',
  'preview_url',
  'destination_url',
  'visibility',
  'country_mode',
  'starts_at',
  'ends_at',
  'timezone',
  'fallback_url',
  'over_cap_policy',
  'notes',
] as const;
const lists = [
  'tags',
  'countries',
  'devices',
  'os',
  'allowed_traffic',
  'forbidden_traffic',
  'postback_ips',
] as const;
const numbers = ['click_window_days', 'hold_days'] as const;
const flags = ['allow_multiple_conversions', 'auto_approve'] as const;
const ofTerms = [
  'revenue_type',
  'revenue_amount',
  'revenue_pct',
  'payout_type',
  'payout_amount',
  'payout_pct',
] as const;

const columns: readonly string[] = [...texts, ...lists, ...numbers, ...flags, ...ofTerms];
const isOf = (names: readonly string[], name: string) => names.includes(name);

/** One line of a file, as it is entered: fields of an offer, and of its general terms. */
export type OfferFileLine = {
  line: number;
  fields: Record<string, unknown>;
  terms: Record<string, unknown>;
  /** Whether it has more cells than the header, so that some may be in wrong columns. */
  surplus: boolean;
};

const mostLines = 1_000;

/** Reads a file with a header. Empty cells are left out. */
export function readOfferFile(csv: string): OfferFileLine[] {
  const [header, ...records] = recordsIn(csv);
  const names = header?.cells.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  if (!names?.includes('name') && !names?.includes('offer_id')) {
    throw invalid('csv', 'The file needs a header line with the column name or offer_id.');
  }
  const twice = twiceIn(names);
  if (twice !== undefined) throw invalid('csv', `The file has the column ${twice} twice.`);
  const unknown = names.find((name) => name !== '' && !columns.includes(name));
  if (unknown !== undefined) {
    const known = columns.join(', ');
    throw invalid('csv', `“${unknown.slice(0, 60)}” is no column of offers. Use ${known}.`);
  }
  if (records.length === 0)
    throw invalid('csv', 'The file has a header line and nothing below it.');
  if (records.length > mostLines) {
    throw invalid(
      'csv',
      `The file has more than ${mostLines.toLocaleString('en')} lines. Split it.`,
    );
  }
  return records.map(({ line, cells }) => {
    const surplus = cells.slice(names.length).some((cell) => cell.trim() !== '');
    const given = names.flatMap((name, index): [string, string][] => {
      const text = cells[index]?.trim() ?? '';
      return name === '' || text === '' ? [] : [[name, text]];
    });
    const part = (isTerms: boolean) =>
      Object.fromEntries(
        given
          .filter(([name]) => isOf(ofTerms, name) === isTerms)
          .map(([name, text]) => [name, valueIn(name, text)]),
      );
    return { line, fields: part(false), terms: part(true), surplus };
  });
}

const yes = textMap<boolean>({
  yes: true,
  true: true,
  '1': true,
  no: false,
  false: false,
  '0': false,
});

/** A text that fits no number and no yes or no stays one, so that it is refused in its column. */
function valueIn(name: string, text: string): unknown {
  if (isOf(lists, name)) {
    return text
      .split(/[,;|]/)
      .map((one) => one.trim())
      .filter((one) => one !== '');
  }
  if (isOf(numbers, name)) return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (isOf(flags, name)) return yes.get(text.toLowerCase()) ?? text;
  // Spreadsheets of many countries write a comma before the decimals.
  return isOf(ofTerms, name) ? text.replace(/^(\d+),(\d{1,2})$/, '$1.$2') : text;
}
