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

type Gain = { amount: number; title: string };

function gainAdvice({ is_paid, steps }: Opportunities, currency: string): Advice | null {
  const gains = steps.map((step) => ({
    step,
    ...(is_paid ? revenueGains(step, currency) : peopleGains(step)),
  }));
  const gaining = gains.find(({ gain }) => gain.amount > 0);
  if (gaining && gaining.step.benchmark !== null) {
    const { gain, step: best } = gaining;
    return {
      kind: 'gain',
      title: `Work on ${best.name}: ${gain.title}`,
      text: `${percent(best.rate)} go on to it. ${
        best.benchmark_from === 'expected'
          ? `You expect ${percent(best.benchmark)}.`
          : `Your better groups reach ${percent(best.benchmark)}.`
      }`,
    };
  }
  const [best] = gains.toSorted((one, other) => other.onePoint.amount - one.onePoint.amount);
  if (!best || best.onePoint.amount <= 0) return null;
  const { onePoint, step: top } = best;
  return {
    kind: 'gain',
    title: `Work on ${top.name}: ${onePoint.title}`,
    text: `${percent(top.rate)} go on to it, and ${top.benchmark === null ? 'there is no benchmark yet' : 'its benchmark is reached'}.`,
  };
}

type Gains = { gain: Gain; onePoint: Gain };
type Opportunity = Opportunities['steps'][number];

const revenueGains = ({ gain, one_point }: Opportunity, currency: string): Gains => ({
  gain: { amount: gain ?? 0, title: `${money(gain, currency)} ${currency} to gain` },
  onePoint: {
    amount: one_point ?? 0,
    title: `one point more is worth ${money(one_point, currency)} ${currency}`,
  },
});

/** Less than half a person is nothing to work for. */
function peopleGains({ gain_converted, one_point_converted }: Opportunity): Gains {
  const [gain, onePoint] = [gain_converted, one_point_converted].map((one) => Math.round(one ?? 0));
  return {
    gain: { amount: gain ?? 0, title: `${count(gain)} more people would convert` },
    onePoint: {
      amount: onePoint ?? 0,
      title: `with one point more ${count(onePoint)} more people would convert`,
    },
  };
}
