import { useSelector } from '@xstate/react';
import { Lightbulb, RadioTower } from 'lucide-react';
import type { FunnelReport } from '#contract/funnels/report.ts';
import type { OpportunitiesActor } from '#machines/funnels/funnel-dashboard.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { adviceOf } from './advice.ts';
import './advice.css';

/** What to do now. Without opportunities it only tells of steps whose events do not arrive. */
export function AdviceLine<Asked>({
  report: reportActor,
  opportunities: opportunitiesActor,
}: {
  report: LoaderActor<FunnelReport, Asked>;
  opportunities?: OpportunitiesActor;
}) {
  const report = useSelector(reportActor, ({ context }) => context.answer?.data ?? null);
  const opportunities = useSelector(opportunitiesActor, (snapshot) => snapshot?.context.answer);
  const advice = report && adviceOf(report, opportunities?.data ?? null);
  if (!advice) return null;
  const Icon = advice.kind === 'pixel' ? RadioTower : Lightbulb;
  return (
    <section className="report-advice" data-kind={advice.kind} aria-label="What to do now">
      <Icon size={18} aria-hidden="true" />
      <p>
        <strong>{advice.title}.</strong> {advice.text}
      </p>
      {advice.kind === 'pixel' ? (
        <AppLink to="/pixels" className="button">
          Open pixels
        </AppLink>
      ) : (
        <AppLink to="#opportunities" className="button">
          See opportunities
        </AppLink>
      )}
    </section>
  );
}
