import { headOf, type Sale } from './conversions.ts';
import type { Fact } from './facts.ts';
import type { Rules } from './rules.ts';

export type ClicksOf = (sale: Sale) => Fact[];

/** The clicks of a conversion's click id, visitor or person, oldest first, none after it. */
export function clicksBy(clicks: readonly Fact[]): ClicksOf {
  const known = new Map<string, Fact[]>();
  for (const click of clicks) {
    for (const name of namesOf(click)) {
      known.set(name, [...(known.get(name) ?? []), click]);
    }
  }
  return (sale) => {
    const { time } = headOf(sale);
    const names = [sale.server, sale.browser].flatMap((half) => (half ? namesOf(half.head) : []));
    const found = new Set(names.flatMap((name) => known.get(name) ?? []));
    return [...found].filter((click) => click.time <= time).sort((a, b) => a.time - b.time);
  };
}

const namesOf = ({ click, visitor, user }: Fact): string[] => [
  ...(click ? [`click ${click}`] : []),
  ...(visitor ? [`visitor ${visitor}`] : []),
  ...(user ? [`user ${user}`] : []),
];

/** The click that earned a conversion: its own click id's, else the last one, both within 30 days. */
export function creditOf(sale: Sale, clicksOf: ClicksOf, rules: Rules): Fact | null {
  const { time } = headOf(sale);
  const recent = clicksOf(sale).filter((click) => time - click.time <= rules.creditWithin);
  const inOrder = rules.credited === 'last' ? recent.toReversed() : recent;
  const ids = [sale.server?.head.click, sale.browser?.head.click].filter(Boolean);
  const own = ids.map((id) => inOrder.find(({ click }) => click === id)).find(Boolean);
  return own ?? inOrder[0] ?? null;
}
