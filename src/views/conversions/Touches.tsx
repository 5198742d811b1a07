import { models } from '#contract/analytics/attribution.ts';
import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import { duration, moment, percent } from '../kit/format.ts';
import { modelWords } from '../selection/models.ts';
import { DetailTable } from './DetailTable.tsx';
import { affiliateOf, pathOf } from './words.ts';

/** The clicks before the conversion in order of time, with their credit by each model. */
export function Touches({ story, zone }: { story: ConversionDetail; zone: string }) {
  const { touches, unattributed } = story;
  const ordered = touches.toSorted((a, b) => a.time.localeCompare(b.time));
  const rows: Line[] = [
    ...ordered.map((touch) => ({ touch, credit: touch.credit })),
    ...(unattributed > 0 ? [{ touch: null, credit: null }] : []),
  ];
  return (
    <DetailTable<Line>
      name="Clicks and their credit"
      rows={rows}
      keyOf={({ touch }) => (touch ? `${touch.time} ${touch.click_id}` : '')}
      rowAttributes={({ touch }) => ({
        'data-out': (touch !== null && !touch.within_lookback) || undefined,
      })}
      columns={[
        {
          title: 'Click',
          isName: true,
          write: ({ touch }) => (touch ? moment(touch.time, zone) : 'No click'),
        },
        { title: 'Before', write: ({ touch }) => touch && duration(touch.seconds_before) },
        {
          title: 'From',
          attributes: ({ touch }) => (touch ? { className: 'log-path' } : {}),
          write: ({ touch }) => touch && <Source touch={touch} />,
        },
        ...models.map((model) => ({
          title: modelWords[model].name,
          className: 'log-figure',
          write: ({ credit }: Line) => percent(credit ? credit[model] : unattributed),
        })),
      ]}
    />
  );
}

type Touch = ConversionDetail['touches'][number];
/** A click, or the credit that no click has. */
type Line = { touch: Touch; credit: Touch['credit'] } | { touch: null; credit: null };

const Source = ({ touch }: { touch: Touch }) => (
  <>
    {touch.direct ? 'Direct' : pathOf(touch, affiliateOf(touch))}
    {touch.named ? <span className="log-mark">Named by the conversion</span> : null}
    {touch.within_lookback ? null : <span className="log-mark">Too long ago</span>}
  </>
);
