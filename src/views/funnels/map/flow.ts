import type { FunnelReport, ReportStep } from '#contract/funnels/report.ts';

/** A box of the map: a step, or the people who left before a step. */
export type FlowNode = {
  id: string;
  name: string;
  kind: 'step' | 'left';
  /** Null on the map of a draft, which has no figures. */
  people: number | null;
  /** The share of the people at the required step before. */
  share: number | null;
  /** Whether the events of the step do not arrive: people before it may have gone on unseen. */
  isSilent: boolean;
};
export type FlowEdge = { source: string; target: string; value: number };
export type Flow = { nodes: FlowNode[]; links: FlowEdge[] };

/** A step without figures, as a draft has it. */
type PlainStep = Pick<ReportStep, 'slug' | 'name' | 'optional'>;

/** The required steps of a report with the people on every edge; optional steps are in the list of steps. */
export function flowOf({ steps }: Pick<FunnelReport, 'steps'>): Flow {
  const required = steps.filter(({ optional }) => !optional);
  const parts = required.map((step, index) => partOf(step, required[index - 1]));
  return {
    nodes: parts.flatMap(({ nodes }) => nodes),
    links: parts.flatMap(({ links }) => links),
  };
}

function partOf(step: ReportStep, before: ReportStep | undefined): Flow {
  const { slug, name, reached, dropped, step_rate } = step;
  const isSilent = step.health.state === 'silent';
  const node: FlowNode = {
    id: slug,
    name,
    kind: 'step',
    people: reached,
    share: step_rate,
    isSilent,
  };
  if (!before) return { nodes: [node], links: [] };
  const onward = { source: before.slug, target: slug, value: reached };
  if (dropped === 0) return { nodes: [node], links: [onward] };
  const left: FlowNode = {
    id: `${slug} left`,
    name: `Left before ${name}`,
    kind: 'left',
    people: dropped,
    share: step_rate === null ? null : 1 - step_rate,
    isSilent,
  };
  return {
    nodes: [node, left],
    links: [onward, { source: before.slug, target: left.id, value: dropped }],
  };
}

/** The same steps without figures: every edge is equally wide. */
export function plainFlowOf(steps: readonly PlainStep[]): Flow {
  const required = steps.filter(({ optional }) => !optional);
  return {
    nodes: required.map(({ slug, name }) => ({
      id: slug,
      name,
      kind: 'step',
      people: null,
      share: null,
      isSilent: false,
    })),
    links: required.slice(1).map(({ slug }, index) => ({
      source: required[index]?.slug ?? '',
      target: slug,
      value: 1,
    })),
  };
}
