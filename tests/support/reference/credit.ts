import type { Clock, Model } from '#contract/analytics/attribution.ts';
import { headOf, type Sale } from './conversions.ts';
import type { Fact } from './facts.ts';
import type { Rules } from './rules.ts';

export type ClicksOf = (sale: Sale) => Fact[];

/**
 * The clicks of a conversion's click id, visitor or person, oldest first, none after it. The owner of a twin also owns
 * its click.
 */
export function clicksBy(clicks: readonly Fact[], twins: readonly Fact[]): ClicksOf {
  const known = byName(clicks);
  const repeated = byName(twins);
  return (sale) => {
    const { time } = headOf(sale);
    const names = [sale.server, sale.browser].flatMap((half) => (half ? namesOf(half.head) : []));
    const told = names
      .flatMap((name) => repeated.get(name) ?? [])
      .filter((twin) => twin.time <= time)
      .map(({ click }) => `click ${click}`);
    const found = new Set([...names, ...told].flatMap((name) => known.get(name) ?? []));
    return [...found].filter((click) => click.time <= time).sort((a, b) => a.time - b.time);
  };
}

function byName(clicks: readonly Fact[]): Map<string, Fact[]> {
  const known = new Map<string, Fact[]>();
  for (const click of clicks) {
    for (const name of namesOf(click)) {
      known.set(name, [...(known.get(name) ?? []), click]);
    }
  }
  return known;
}

const namesOf = ({ click, visitor, user }: Fact): string[] => [
  ...(click ? [`click ${click}`] : []),
  ...(visitor ? [`visitor ${visitor}`] : []),
  ...(user ? [`user ${user}`] : []),
];

/** How conversions are credited: by which model, to clicks of which age, and on which day they count. */
export type CreditOptions = { model: Model; within: number; clock: Clock };

export const usualCredit = (rules: Rules): CreditOptions => ({
  model: 'last_click',
  within: rules.creditWithin,
  clock: 'conversion',
});

/**
 * The share that one click earned of a conversion, or that is unattributed: the part of 1 from `from` to `to`, in
 * ten-billionths.
 */
export type Earned = { click: Fact | null; from: bigint; to: bigint };

export const wholeCredit = 10_000_000_000n;

export function earnedBy(
  sale: Sale,
  clicksOf: ClicksOf,
  rules: Rules,
  way: CreditOptions,
): Earned[] {
  const { time } = headOf(sale);
  const clicks = clicksOf(sale).filter((click) => time - click.time <= way.within);
  if (clicks.length === 0) return [{ click: null, from: 0n, to: wholeCredit }];
  const all = (click: Fact): Earned => ({ click, from: 0n, to: wholeCredit });
  if (way.model === 'any_click') return clicks.map(all);
  const shares = new Map(
    sharesOf(way.model, clicks, { sale, rules, time }).map(({ click, share }) => [click, share]),
  );
  const sum = [...shares.values()].reduce((left, share) => left + share, 0);
  let input = 0;
  return clicks.flatMap((click) => {
    const from = partOf(input / sum);
    input += shares.get(click) ?? 0;
    const to = partOf(input / sum);
    return shares.has(click) ? [{ click, from, to }] : [];
  });
}

const partOf = (share: number): bigint => BigInt(Math.round(share * Number(wholeCredit)));

type Share = { click: Fact; share: number };
type Circumstances = { sale: Sale; rules: Rules; time: number };

function sharesOf(model: Model, clicks: Fact[], { sale, rules, time }: Circumstances): Share[] {
  const [first] = clicks;
  const known = clicks.filter(({ isDirect }) => !isDirect);
  switch (model) {
    case 'first_click':
      return first ? [{ click: first, share: 1 }] : [];
    case 'last_non_direct':
      return [{ click: lastOf(known.length > 0 ? known : clicks, sale, rules), share: 1 }];
    case 'linear':
      return clicks.map((click) => ({ click, share: 1 }));
    case 'time_decay':
      return clicks.map((click) => ({
        click,
        share: 0.5 ** ((time - click.time) / rules.halfLife),
      }));
    case 'position':
      return clicks.map((click, index) => ({
        click,
        share: positionShare(index, clicks.length, rules),
      }));
    default:
      return [{ click: lastOf(clicks, sale, rules), share: 1 }];
  }
}

/** The first and the last get the most, and those between divide the rest; without any between, half each. */
function positionShare(index: number, count: number, { ends }: Rules): number {
  if (count <= 2) return 50;
  return index === 0 || index === count - 1 ? ends : (100 - 2 * ends) / (count - 2);
}

/** The click that a conversion's own click id names, else the last one. */
function lastOf(clicks: readonly Fact[], sale: Sale, rules: Rules): Fact {
  const inOrder = rules.credited === 'last' ? clicks.toReversed() : clicks;
  const ids = [sale.server?.head.click, sale.browser?.head.click].filter(Boolean);
  const own = ids.map((id) => inOrder.find(({ click }) => click === id)).find(Boolean);
  const found = own ?? inOrder[0];
  if (!found) throw new Error('There is no click to choose from.');
  return found;
}
