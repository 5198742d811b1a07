import type { Step } from '#contract/funnels/definition.ts';
import type { FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';

type Warning = FunnelPreviewAnswer['warnings'][number];
type Seen = { steps: readonly Step[]; events: readonly number[]; days: number };

/** Signs that a definition counts something else than intended, although it could be published. */
export function previewWarnings({ steps, events, days }: Seen): Warning[] {
  const period = days === 1 ? 'the last day' : `the last ${days} days`;
  return steps.flatMap((step, index) => {
    const warnings: Warning[] = [];
    const at = (message: string) => warnings.push({ step: step.slug, message });
    if (events[index] === 0) at(`No event of “${step.name}” came in ${period}.`);
    const previous = steps[index - 1];
    if (previous && matches(previous) === matches(step)) {
      at(
        `“${previous.name}” and “${step.name}” count the same events, so a person needs two of them.`,
      );
    }
    return warnings;
  });
}

/** Equal for matchers that count the same events, in whatever order they name them. */
const matches = ({ matcher }: Step): string =>
  matcher.any
    .map(({ event, filters }) =>
      JSON.stringify([event, filters.map((one) => JSON.stringify(one)).sort()]),
    )
    .sort()
    .join();
