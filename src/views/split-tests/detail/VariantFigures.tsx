import type { ReactNode } from 'react';
import { graceHours } from '#contract/split-tests/gate-limits.ts';
import type { Arm, TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { SaveTestActor } from '#machines/split-tests/split-test-parts.ts';
import { lossOf, readingOf } from '#model/split-test-detail.ts';
import { change, count, exactPercent, fineMoney } from '../../kit/format.ts';
import { SavedFile, SaveFile } from '../../kit/SaveFile.tsx';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { extentOf, type Interval, IntervalPlot } from '../common/IntervalPlot.tsx';
import { goalName } from '../common/words.ts';
import { ConversionProgress } from './ConversionProgress.tsx';
import { UnitsBar } from './UnitsBar.tsx';
import { chanceOfText, lossParts, orUnknown, pText, valueText } from './words.ts';

/** The figures of each variant for the goal, and each treatment beside the control. */
export function VariantFigures({
  test,
  results,
  saving,
}: {
  test: SplitTest;
  results: TestResults;
  /** Saves the latest figures; nothing for earlier ones. */
  saving?: SaveTestActor;
}) {
  const isInsufficient = readingOf(results) === 'insufficient';
  const name = goalName(test.goal.type, test.unit);
  return (
    <section className="panel figures-of-test" aria-labelledby="test-figures">
      <header className="panel-head">
        <h2 className="panel-title" id="test-figures">
          {name}
        </h2>
        <p className="panel-freshness">{results.currency}</p>
        {saving ? (
          <div className="panel-tools">
            <SaveFile
              actor={saving}
              requestOf={(format) => ({ test: { id: test.id, slug: test.slug }, format })}
            />
          </div>
        ) : null}
      </header>
      {saving ? <SavedFile actor={saving} /> : null}
      {isInsufficient ? <ConversionProgress test={test} results={results} /> : null}
      <PlainTable
        name={`${name} by variant`}
        rowTitle="Variant"
        rows={results.variants}
        keyOf={({ key }) => key}
        write={(arm) => <VariantName test={test} arm={arm} />}
        columns={columnsOf(test, results, isInsufficient)}
        isCards
      />
      <p className="test-quiet test-foot">
        The gate reads the {test.unit}s that are final: {count(test.goal.window_hours + graceHours)}{' '}
        hours after their first sight nothing is added any more. Those that are open may still
        convert.
        {results.winsor_cap === null
          ? ''
          : ` Values of one ${test.unit} above ${fineMoney(Number(results.winsor_cap), results.currency)} ${results.currency} are cut to it.`}
        {isInsufficient
          ? ''
          : ' Intervals, p and the gate hold at every look. The p of one look is right only at the first look, and is not judged.'}
      </p>
    </section>
  );
}

/** A figure, and what belongs to it below. */
function WithNote({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <span className="noted">
      {children}
      <span className="test-under">{note}</span>
    </span>
  );
}

function VariantName({ test, arm: { key } }: { test: SplitTest; arm: Arm }) {
  const variant = test.variants.find((one) => one.key === key);
  return (
    <span className="variant-name">
      <strong className="test-key">{key}</strong> {variant?.name}
      {variant?.is_control ? <span className="test-quiet"> · control</span> : null}
    </span>
  );
}

const intervalOf = ({ comparison }: Arm): Interval => ({
  lift: comparison?.lift ?? null,
  low: comparison?.lift_interval?.low ?? null,
  high: comparison?.lift_interval?.high ?? null,
});

/** Chances and intervals of too few conversions would be read as if they said something, so they are left out. */
function columnsOf(
  test: SplitTest,
  results: TestResults,
  isInsufficient: boolean,
): PlainColumn<Arm>[] {
  const { type, direction } = test.goal;
  const { currency, variants } = results;
  const most = Math.max(1, ...variants.map((arm) => arm.all_units));
  const figures: PlainColumn<Arm>[] = [
    {
      title: test.unit === 'visitor' ? 'Visitors' : 'Clicks',
      write: (arm) => <UnitsBar arm={arm} most={most} />,
      value: ({ all_units }) => all_units,
    },
    {
      title: 'Conversions',
      write: ({ conversions, all_conversions }) => (
        <WithNote
          note={all_conversions === conversions ? 'all final' : `${count(all_conversions)} so far`}
        >
          {count(conversions)}
        </WithNote>
      ),
      value: ({ conversions }) => conversions,
    },
    {
      title: goalName(type, test.unit),
      write: ({ value, all_value }) => (
        <WithNote note={`${valueText(all_value, type, currency)} so far`}>
          {valueText(value, type, currency)}
        </WithNote>
      ),
      value: ({ value }) => value,
    },
  ];
  if (isInsufficient) return figures;
  const extent = extentOf(variants.map(intervalOf));
  const beside = (write: (arm: Arm) => ReactNode) => (arm: Arm) =>
    arm.comparison === null ? 'control' : write(arm);
  return [
    ...figures,
    {
      title: `Lift, ${exactPercent(1 - test.alpha)} interval`,
      write: beside((arm) => (
        <span className="noted">
          {orUnknown(arm.comparison?.lift, change)}
          <IntervalPlot interval={intervalOf(arm)} extent={extent} wantsMore={direction === 'up'} />
          <span className="test-under">
            {arm.comparison?.lift_interval
              ? `${change(arm.comparison.lift_interval.low)} to ${change(arm.comparison.lift_interval.high)}`
              : 'interval unknown'}
          </span>
        </span>
      )),
      value: ({ comparison }) => comparison?.lift ?? null,
    },
    {
      title: variants.some(({ chance_best }) => chance_best !== null)
        ? 'Chance to be best'
        : 'Chance to beat the control',
      write: (arm) =>
        arm.comparison === null && arm.chance_best === null ? 'control' : chanceOfText(test, arm),
    },
    {
      title: 'Expected loss',
      write: beside((arm) => {
        const { figure, of } = lossParts(test, results, arm);
        return <WithNote note={of}>{figure}</WithNote>;
      }),
      value: (arm) => lossOf(test, arm),
    },
    {
      title: 'p',
      write: beside(({ comparison }) => (
        <WithNote note={`one look: ${pText(comparison?.fixed?.p)}`}>
          {pText(comparison?.p)}
        </WithNote>
      )),
      value: ({ comparison }) => comparison?.p ?? null,
    },
  ];
}
