import type { Exclusion, Step } from '#contract/funnels/definition.ts';
import { span } from '#model/funnel-changes.ts';
import type { FunnelDraft } from '#model/funnel-draft.ts';
import { none } from '../../kit/format.ts';
import type { Difference } from '../../kit/tables/DifferencesTable.tsx';
import { percentText } from '../steps/percent-text.ts';
import { countingWords, kindWords } from '../steps/step-words.ts';
import { matcherWords } from './matcher-words.ts';

type Field<Entity> = [name: string, wordsOf: (entity: Entity) => string];

/** Every field in which the versions differ; a step that only one of them has is one row. */
export function conflictRows(theirs: FunnelDraft, mine: FunnelDraft): Difference[] {
  const slugs = [...new Set([...theirs.steps, ...mine.steps].map(({ slug }) => slug))];
  return [
    ...differences(funnelFields, theirs, mine),
    ...slugs.flatMap((slug) => stepRows(stepIn(theirs, slug), stepIn(mine, slug))),
    ...differences(layoutFields(theirs, mine), theirs, mine),
  ];
}

const funnelFields: Field<FunnelDraft>[] = [
  ['Name', ({ name }) => name],
  ['Description', ({ description }) => description || none],
  ['Target rate', ({ targets }) => rateWords(targets.overall_rate)],
  ['Target CPA', ({ targets }) => targets.cpa ?? none],
  ['Counts', ({ count_by }) => countingWords[count_by].many],
  ['Window', ({ window_minutes }) => span(window_minutes)],
];

const stepFields: Field<Step>[] = [
  ['name', ({ name }) => name],
  ['kind', ({ kind }) => kindWords[kind]],
  ['events', ({ matcher }) => matcherWords(matcher)],
  ['optional', ({ optional }) => (optional ? 'Yes' : 'No')],
  ['window', ({ window_minutes: minutes }) => (minutes === null ? none : span(minutes))],
  ['page', ({ page_url }) => page_url ?? none],
  ['expected rate', ({ expected_rate }) => rateWords(expected_rate)],
];

/** What depends on which steps there are: the order of those that both have, and the exclusions between them. */
const layoutFields = (theirs: FunnelDraft, mine: FunnelDraft): Field<FunnelDraft>[] => [
  [
    'Order of the steps',
    ({ steps }) =>
      steps
        .filter(({ slug }) => stepIn(theirs, slug) && stepIn(mine, slug))
        .map(({ slug }) => stepIn(mine, slug)?.name)
        .join(', '),
  ],
  [
    'Exclusions',
    ({ exclusions, steps }) =>
      exclusions.map((one) => exclusionWords(one, steps)).join('; ') || none,
  ],
];

/** Every digit, because a difference may be in the last one. */
const rateWords = (rate: number | null): string =>
  rate === null ? none : `${percentText(rate)} %`;

function stepRows(theirs: Step | undefined, mine: Step | undefined): Difference[] {
  const field = `Step “${(mine ?? theirs)?.name}”`;
  if (theirs && mine) {
    return differences(stepFields, theirs, mine).map((row) => ({
      ...row,
      id: `${mine.slug} ${row.id}`,
      field: `${field}: ${row.field}`,
    }));
  }
  const id = (mine ?? theirs)?.slug ?? '';
  return [{ id, field, theirs: wholeStep(theirs), mine: wholeStep(mine) }];
}

function wholeStep(step: Step | undefined): string {
  if (!step) return 'Not there';
  const [optional, window] = [step.optional ? 'optional' : [], step.window_minutes ?? []];
  return [step.name, matcherWords(step.matcher), optional, [window].flat().map(span)]
    .flat()
    .join(', ');
}

function exclusionWords({ matcher, from_step, to_step }: Exclusion, steps: readonly Step[]) {
  const nameOf = (slug: string) => steps.find((step) => step.slug === slug)?.name ?? slug;
  return `${matcherWords(matcher)} between ${nameOf(from_step)} and ${nameOf(to_step)}`;
}

const differences = <Entity>(fields: Field<Entity>[], theirs: Entity, mine: Entity) =>
  fields
    .map(([field, wordsOf]) => ({ id: field, field, theirs: wordsOf(theirs), mine: wordsOf(mine) }))
    .filter((row) => row.theirs !== row.mine);

const stepIn = ({ steps }: FunnelDraft, slug: string): Step | undefined =>
  steps.find((step) => step.slug === slug);
