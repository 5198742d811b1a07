import fc from 'fast-check';

const statuses = ['pending', 'approved', 'rejected', 'reversed'] as const;

/** A report about one order or about a refund of it. */
export type Word = {
  by: 'shop' | 'network' | 'page';
  name: 'purchase' | 'refund';
  /** No two reports have the same day. */
  day: number;
  /** Null where a network only names its payout. */
  value: number | null;
  payout: number | null;
  status: (typeof statuses)[number];
};

/** What the reports about an order, sorted by their days, make of it; the order of their arrival does not matter. */
export type OneOrder = {
  server: { value: number; payout: number; status: string } | null;
  page: number | null;
  /** The values that were given back, the smallest first. */
  refunds: number[];
  /** The sum of the payouts that refunds take back. */
  payoutBack: number;
};

const isUndone = ({ status }: Word): boolean => status === 'rejected' || status === 'reversed';
const amountOf = ({ value, payout }: Word): number => value ?? payout ?? 0;
const lastOf = <Item>(items: readonly Item[]): Item | undefined => items.at(-1);

export function oneOrder(words: readonly Word[]): OneOrder {
  const inTime = words.toSorted((a, b) => a.day - b.day);
  const sales = inTime.filter(({ name }) => name === 'purchase');
  const seen = sales.filter(({ by }) => by === 'page');
  const counted = amountThat(sales.filter(({ by }) => by !== 'page'));
  const back = inTime.filter(({ name }) => name === 'refund');
  const values = partsOf(back);
  const isValued = counted !== null && counted.word.value !== null;
  const alone = values.length === 0 && back.length > 0;
  const payouts = back.map(({ payout }) => payout ?? 0);
  const total = payouts.reduce((all, one) => all + one, 0);
  return {
    server: counted && {
      value: amountOf(counted.word),
      payout: counted.payout,
      status: counted.status,
    },
    page: lastOf(seen.filter(({ value }) => value))?.value ?? (seen.length > 0 ? 0 : null),
    refunds: alone ? [isValued ? 0 : total] : values.toSorted((a, b) => a - b),
    payoutBack: alone && !isValued ? 0 : total,
  };
}

/** The shop and the network report the same parts; where one reports an amount more often, the other left some out. */
function partsOf(back: readonly Word[]): number[] {
  const amounts = [...new Set(back.flatMap(({ value }) => value ?? []))];
  return amounts.flatMap((amount) => {
    const by = (reporter: Word['by']) =>
      back.filter((word) => word.by === reporter && word.value === amount).length;
    return Array<number>(Math.max(by('shop'), by('network'))).fill(amount);
  });
}

/**
 * The last report with an amount from the sender that reported first, else from another sender. A payout counts as the
 * amount only where no report has a value.
 */
function amountThat(sales: readonly Word[]) {
  const [first] = sales;
  const last = lastOf(sales);
  if (!first || !last) return null;
  const named = sales.filter((word) => amountOf(word) > 0 || !isUndone(word));
  const values = named.filter(({ value }) => value !== null);
  const told = values.length > 0 ? values : named;
  const word = lastOf(told.filter(({ by }) => by === first.by)) ?? lastOf(told) ?? first;
  const payouts = sales
    .filter(({ value }) => value !== null || word.value !== null)
    .filter(({ payout }) => payout !== null);
  const meant = payouts.filter((one) => !(isUndone(one) && one.payout === 0));
  return {
    word,
    payout: lastOf(meant)?.payout ?? lastOf(payouts)?.payout ?? 0,
    status: last.status,
  };
}

const amount = fc.constantFrom(0, 10, 40, 42, 100);
const purchase = fc
  .record({
    by: fc.constantFrom('shop' as const, 'network' as const, 'page' as const),
    value: amount,
    payout: fc.option(fc.constantFrom(0, 4, 8)),
    isPayout: fc.boolean(),
    status: fc.constantFrom(...statuses, 'approved' as const, 'approved' as const),
  })
  .map(({ by, value, payout, isPayout, status }) => ({
    by,
    name: 'purchase' as const,
    value: by === 'network' && isPayout ? null : value,
    payout: by === 'page' ? null : by === 'network' && isPayout ? (payout ?? 4) : payout,
    status: by === 'page' ? ('approved' as const) : status,
  }));

/** Refunds in parts with few different amounts; the network may also report nothing but a payout. */
const refunds = fc
  .record({
    shop: fc.array(fc.constantFrom(5, 20), { maxLength: 3 }),
    network: fc.array(fc.constantFrom(5, 20), { maxLength: 3 }),
    payout: fc.option(fc.constantFrom(1, 3)),
  })
  .map(({ shop, network, payout }) => {
    const back = { name: 'refund' as const, status: 'approved' as const, payout: null };
    return [
      ...shop.map((value) => ({ ...back, by: 'shop' as const, value })),
      ...network.map((value) => ({ ...back, by: 'network' as const, value })),
      ...(payout === null ? [] : [{ ...back, by: 'network' as const, value: null, payout }]),
    ];
  });

/**
 * Reports about one order in the order of their arrival; those of the network arrive in the order of their days. The
 * days are too far apart to pair the server's conversion with the page's. With both, a refund without a value would
 * belong to two orders, so it is left out.
 */
export const journeys = fc
  .record({ sales: fc.array(purchase, { minLength: 1, maxLength: 6 }), refunds })
  .filter(({ sales }) => sales.some(({ by }) => by !== 'page'))
  .chain(({ sales, refunds: back }) => {
    const isSeen = sales.some(({ by }) => by === 'page');
    const all = [...sales, ...back.filter(({ value }) => !isSeen || value !== null)];
    const days = fc.shuffledSubarray(
      all.map((_, index) => index * 3 + 1),
      { minLength: all.length },
    );
    return fc.record({
      all: fc.constant(all),
      days,
      arrival: fc.shuffledSubarray(
        all.map((_, index) => index),
        { minLength: all.length },
      ),
    });
  })
  .map(({ all, days, arrival }) => {
    const words = all.map((word, index): Word => ({ ...word, day: days[index] ?? 0 }));
    const sent = arrival.flatMap((index) => words[index] ?? []);
    const byNetwork = sent.filter(({ by }) => by === 'network').sort((a, b) => a.day - b.day);
    return withoutRetries(
      sent.map((word) => (word.by === 'network' ? (byNetwork.shift() ?? word) : word)),
    );
  });

/** Leaves out repeats of a network's latest report, which are retries. */
function withoutRetries(sent: readonly Word[]): Word[] {
  const latest = new Map<string, string>();
  return sent.filter(({ day, ...word }) => {
    if (word.by !== 'network') return true;
    const text = JSON.stringify(word);
    const isRetry = latest.get(word.name) === text;
    latest.set(word.name, text);
    return !isRetry;
  });
}
