import type { FunnelReport, Opportunities, ReportStep } from '#contract/funnels/report.ts';
import { count, money, percent } from '../../kit/format.ts';
import { shortMoment } from '../common/health-words.ts';

/** What to do now, in one sentence. */
export type Advice =
  | { kind: 'pixel'; title: string; text: string }
  | { kind: 'gain'; title: string; text: string };

/**
 * A step whose events stopped comes first: until they are back its drop is no loss, and every advice about it would be
 * wrong. Otherwise the step that gains most.
 */
export function adviceOf(report: FunnelReport, opportunities: Opportunities | null): Advice | null {
  const silent = report.steps.filter(({ health }) => health.state === 'silent');
  if (silent.length > 0) return silentAdvice(silent, report);
  const low = report.steps.find(({ health }) => health.state === 'low');
  if (low) return lowAdvice(low);
  return opportunities && gainAdvice(opportunities, report.currency);
}

function silentAdvice(silent: readonly ReportStep[], report: FunnelReport): Advice {
  const [first] = silent;
  const at = first?.health.since;
  const names = silent.map(({ name }) => name).join(', ');
  return {
    kind: 'pixel',
    title: `${names} ${silent.length > 1 ? 'have' : 'has'} been silent${
      at ? ` since ${shortMoment(at, report.period.timezone, report.as_of)}` : ''
    }`,
    text: 'Check the pixel: no event arrives, so this is not a loss.',
  };
}

const lowAdvice = ({ name, health: { seen, expected } }: ReportStep): Advice => ({
  kind: 'pixel',
  title: `${name} gets far fewer events than usual${
    seen === null || expected === null
      ? ''
      : `: ${count(seen)} instead of about ${count(Math.round(expected))}`
  }`,
  text: 'Check the pixel before you read its drop as a loss.',
});

function gainAdvice({ steps }: Opportunities, currency: string): Advice | null {
  const best = steps.find(({ gain }) => gain !== null && gain > 0);
  if (best && best.benchmark !== null) {
    return {
      kind: 'gain',
      title: `Work on ${best.name}: ${money(best.gain, currency)} ${currency} to gain`,
      text: `${percent(best.rate)} go on to it. ${
        best.benchmark_from === 'expected'
          ? `You expect ${percent(best.benchmark)}.`
          : `Your better groups reach ${percent(best.benchmark)}.`
      }`,
    };
  }
  const [top] = steps.toSorted((one, other) => other.one_point - one.one_point);
  if (!top || top.one_point <= 0) return null;
  return {
    kind: 'gain',
    title: `Work on ${top.name}: one point more is worth ${money(top.one_point, currency)} ${currency}`,
    text: `${percent(top.rate)} go on to it, and ${top.benchmark === null ? 'there is no benchmark yet' : 'its benchmark is reached'}.`,
  };
}
