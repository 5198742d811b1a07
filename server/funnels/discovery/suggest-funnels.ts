import {
  type Counting,
  type Definition,
  longestFunnelName,
  longestValue,
  type Step,
} from '#contract/funnels/definition.ts';
import { freeSlug, slugOf } from '#contract/slug.ts';
import type { Journey } from './journeys.ts';
import { alternativeFor, keyOf, kindOf, nameOf, type VisitStep } from './visit-steps.ts';

export type Suggestion = { name: string; definition: Definition };

type Options = { primary: string; countBy: Counting };
/** A step with the time of its first visit. */
type TimedStep = VisitStep & { key: string; at: number };
type Chain = { steps: readonly TimedStep[]; convertedAt: number };

const mostSuggestions = 5;
/** Before the conversion. */
const mostStepsBefore = 5;
/** In minutes: an hour, a day, a week and 30 days. */
const windows = [60, 1_440, 10_080, 43_200];

/**
 * The chains of events that most often led to the conversion, the most frequent first. Pages and events that few
 * people share are generalised or left out, because they tell nothing about the way of others.
 */
export function suggestFunnels(journeys: readonly Journey[], options: Options): Suggestion[] {
  const led = journeys.filter(({ visits }) => visits.length > 0);
  const chains = chainsOf(led).filter(({ steps }) => steps.length > 0);
  const fewest = chains.length < 20 ? 1 : 2;
  const groups = new Map<string, Chain[]>();
  for (const chain of chains) {
    const key = chain.steps.map((step) => step.key).join(' > ');
    groups.set(key, [...(groups.get(key) ?? []), chain]);
  }
  const frequent = [...groups.values()]
    .filter((group) => group.length >= fewest)
    .sort((one, other) => other.length - one.length || lengthOf(other) - lengthOf(one))
    .slice(0, mostSuggestions);
  const definitions = frequent.map((group) => definitionOf(group, options));
  const shared = sharedNames(definitions);
  const taken = new Set<string>();
  return definitions.map((definition) => {
    const name = freeName(definition.steps, { taken, shared });
    taken.add(name);
    return { name, definition };
  });
}

const lengthOf = ([chain]: readonly Chain[]): number => chain?.steps.length ?? 0;

/** How many journeys have each key, counted once per journey. */
function frequencies(lists: readonly (readonly string[])[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const key of lists.flatMap((keys) => [...new Set(keys)])) {
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}

function chainsOf(journeys: readonly Journey[]): Chain[] {
  const least = Math.max(Math.min(2, journeys.length), Math.ceil(journeys.length / 10));
  const common = (keysIn: (visit: Journey['visits'][number]) => string) => {
    const counts = frequencies(journeys.map(({ visits }) => visits.map(keysIn)));
    return (key: string) => (counts.get(key) ?? 0) >= least;
  };
  const isCommonPath = common(({ path }) => path);
  const isCommonFolder = common(({ path }) => folderOf(path));
  const pageOf = (path: string): VisitStep['page'] => {
    if (path !== '' && path.length <= longestValue && isCommonPath(path)) {
      return { path, isFolder: false };
    }
    const folder = folderOf(path);
    return folder !== '' && isCommonFolder(folder) ? { path: folder, isFolder: true } : null;
  };
  const stepOf = ({ event, path, at }: Journey['visits'][number]): TimedStep => {
    const step = { event, page: pageOf(path) };
    return { ...step, key: keyOf(step), at };
  };
  const chains = journeys.map(({ visits, convertedAt }) => ({
    steps: onceEach(visits.map(stepOf)),
    convertedAt,
  }));
  const counts = frequencies(chains.map(({ steps }) => steps.map(({ key }) => key)));
  const frequencyOf = ({ key }: TimedStep) => counts.get(key) ?? 0;
  return chains.map(({ steps, convertedAt }) => ({
    steps: mostFrequent(
      steps.filter((step) => frequencyOf(step) >= least),
      frequencyOf,
    ),
    convertedAt,
  }));
}

/** `/blog/` of `/blog/a-story`; empty for pages at the root. */
const folderOf = (path: string): string => /^\/[^/]+\/(?=.)/.exec(path)?.[0] ?? '';

/** A page of any address says something only as the first. */
const onceEach = (steps: readonly TimedStep[]): TimedStep[] =>
  steps.filter(
    (step, index) =>
      steps.findIndex(({ key }) => key === step.key) === index &&
      (index === 0 || step.event !== 'page_view' || step.page !== null),
  );

function mostFrequent(
  steps: readonly TimedStep[],
  frequencyOf: (step: TimedStep) => number,
): TimedStep[] {
  const kept = new Set(
    steps.toSorted((one, other) => frequencyOf(other) - frequencyOf(one)).slice(0, mostStepsBefore),
  );
  return steps.filter((step) => kept.has(step));
}

function definitionOf(group: readonly Chain[], { primary, countBy }: Options): Definition {
  const slugs = new Set<string>();
  const [chain] = group;
  const visited: readonly VisitStep[] = [...(chain?.steps ?? []), { event: primary, page: null }];
  return {
    count_by: countBy,
    window_minutes: windowFor(group),
    steps: visited.map((step, index) => stepFor(step, index === 0, slugs)),
    exclusions: [],
  };
}

function stepFor(step: VisitStep, isFirst: boolean, slugs: Set<string>): Step {
  const name = nameOf(step, isFirst);
  const slug = freeSlug(slugOf(name) || 'step', slugs);
  slugs.add(slug);
  return {
    slug,
    name,
    kind: kindOf(step, isFirst),
    matcher: { any: [alternativeFor(step)] },
    optional: false,
    window_minutes: null,
    page_url: null,
    expected_rate: null,
  };
}

/** The time in which 95 % of the people converted, rounded up. */
function windowFor(group: readonly Chain[]): number {
  const took = group
    .map(({ steps, convertedAt }) => convertedAt - (steps[0]?.at ?? convertedAt))
    .sort((one, other) => one - other);
  const most = (took[Math.ceil(took.length * 0.95) - 1] ?? 0) / 60_000;
  return windows.find((minutes) => most <= minutes) ?? 43_200;
}

/** The names of steps that all definitions have: they tell none from another. */
function sharedNames([first, ...others]: readonly Definition[]): ReadonlySet<string> {
  const names = first?.steps.map(({ name }) => name) ?? [];
  return new Set(
    names.filter((name) => others.every(({ steps }) => steps.some((step) => step.name === name))),
  );
}

/** “Click to Purchase”, or with the steps that only it has: “Click to Purchase via Page /offer” */
function freeName(
  steps: readonly Step[],
  { taken, shared }: { taken: ReadonlySet<string>; shared: ReadonlySet<string> },
): string {
  const names = steps.map(({ name }) => name);
  const between = names.slice(1, -1);
  const own = between.filter((name) => !shared.has(name));
  const short = `${names[0]} to ${names.at(-1)}`;
  const long = `${short} via ${(own.length > 0 ? own : between).join(', ')}`;
  const [free = short] = [short, long].map(clipped).filter((name) => !taken.has(name));
  return taken.has(free) ? clipped(`${taken.size + 1}. ${long}`) : free;
}

const clipped = (name: string): string =>
  name.length > longestFunnelName ? `${name.slice(0, longestFunnelName - 1)}…` : name;
