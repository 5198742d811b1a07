import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { FactList } from '../../kit/FactList.tsx';
import { count, exactPercent } from '../../kit/format.ts';
import { daysText, goalName, guardrailName } from '../common/words.ts';
import { unknown } from './words.ts';

/** What the test measures and how it is judged. */
export function TestSettings({ test }: { test: SplitTest }) {
  const { goal, guardrails, unit } = test;
  return (
    <section className="panel" aria-labelledby="test-settings">
      <header className="panel-head">
        <h2 className="panel-title" id="test-settings">
          How it is judged
        </h2>
      </header>
      <FactList
        className="test-body"
        facts={[
          [
            'Goal',
            `${goalName(goal.type, unit)}, ${goal.direction === 'up' ? 'more' : 'less'} is better`,
          ],
          ['Event', goal.event === '' ? 'The conversion event of the project' : goal.event],
          ['Counts up to', `${count(goal.window_hours)} hours after the first sight`],
          ['Who is assigned', unit === 'visitor' ? 'A visitor, once for all visits' : 'Each click'],
          ['Takes part', exactPercent(test.traffic_pct / 100)],
          ['Change worth finding', exactPercent(test.mde_rel)],
          ['Chance of a false find', exactPercent(test.alpha)],
          [
            'Runs',
            `${daysText(test.min_runtime_days)} at least, ${daysText(test.max_runtime_days)} at most`,
          ],
          [
            `${unit === 'visitor' ? 'Visitors' : 'Clicks'} planned for a pair`,
            test.planned_units === null ? unknown : count(test.planned_units),
          ],
          [
            'Guardrails',
            guardrails.length === 0
              ? 'None'
              : guardrails.map((guardrail) => guardrailName(guardrail, unit)).join('; '),
          ],
        ]}
      />
    </section>
  );
}
