import type { Conversion, ConversionSide, RawEvent } from '#contract/conversions/schemas.ts';
import { count, duration, moment, money, none } from '../kit/format.ts';
import { DetailTable } from './DetailTable.tsx';
import { isUnvalued, pairedWords, sentMoney, statusWord, textOr } from './words.ts';

type Reporter = Conversion['sides'][number];

/** A value that no event of a side names is stored as 0. */
const isNamedIn =
  (events: readonly RawEvent[]) =>
  ({ value_sent }: ConversionSide, by: Reporter): boolean =>
    value_sent !== 0 ||
    events.some(({ side, payload }) => side === by && Object.hasOwn(payload, 'value'));

type Line = {
  name: string;
  write: (side: ConversionSide, by: Reporter) => string;
  /** The text about two different values; null if the difference does not matter. */
  apart?: (one: ConversionSide, two: ConversionSide) => string | null;
};

/** The two sides rarely record an order in the same second; from this many seconds on, the gap is shown. */
const muchLater = 3_600;
const gapOf = (one: ConversionSide, two: ConversionSide): number =>
  Math.abs(Date.parse(one.event_time) - Date.parse(two.event_time)) / 1_000;

const linesIn = (zone: string, currency: string, isNamed: ReturnType<typeof isNamedIn>): Line[] => [
  {
    name: 'Time',
    write: (side) => moment(side.event_time, zone),
    apart: (one, two) =>
      gapOf(one, two) < muchLater ? null : `${duration(gapOf(one, two))} apart`,
  },
  { name: 'Event id', write: (side) => textOr(side.event_id) },
  { name: 'Order id', write: (side) => textOr(side.order_id) },
  {
    name: 'Value',
    write: (side, by) =>
      isUnvalued(side) || !isNamed(side, by) ? none : money(side.value, currency),
  },
  { name: 'Value as sent', write: (side, by) => (isNamed(side, by) ? sentMoney(side) : none) },
  { name: 'Status', write: (side) => statusWord(side.status) },
  { name: 'Payout', write: ({ payout }) => money(payout, currency) },
  { name: 'Times reported', write: (side) => count(side.raw_count) },
];

/** The values of both sides of a conversion, and their differences. */
export function Sides({
  conversion,
  events,
  zone,
}: {
  conversion: Conversion;
  /** Its events, which tell what each side named. */
  events: readonly RawEvent[];
  zone: string;
}) {
  const { server, dedup_method: by } = conversion;
  return (
    <>
      <p className="story-note">
        {by ? pairedWords[by] : `Only the ${server ? 'server' : 'browser'} reported it.`}
      </p>
      <DetailTable<WrittenLine>
        name="What each side reported"
        rows={linesIn(zone, conversion.currency, isNamedIn(events)).map((line) =>
          writtenLine(line, conversion),
        )}
        keyOf={({ name }) => name}
        rowAttributes={({ differs }) => ({ 'data-differs': differs !== null || undefined })}
        columns={[
          { title: 'Detail', isName: true, write: ({ name }) => name },
          { title: 'Server', write: ({ one }) => one },
          { title: 'Browser', write: ({ two }) => two },
          {
            title: 'Difference',
            write: ({ differs, isOfOne }) => differs ?? (isOfOne ? 'One side only' : ''),
          },
        ]}
      />
    </>
  );
}

type WrittenLine = {
  name: string;
  one: string;
  two: string;
  differs: string | null;
  isOfOne: boolean;
};

function writtenLine(
  { name, write, apart = () => 'Differs' }: Line,
  { server, browser }: Pick<Conversion, 'server' | 'browser'>,
): WrittenLine {
  const one = server ? write(server, 'server') : none;
  const two = browser ? write(browser, 'browser') : none;
  const areBoth = server !== null && browser !== null;
  const isOfBoth = one !== none && two !== none;
  const differs = areBoth && isOfBoth && one !== two ? apart(server, browser) : null;
  return { name, one, two, differs, isOfOne: areBoth && !isOfBoth && one !== two };
}
