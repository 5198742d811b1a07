import { models } from '#contract/analytics/attribution.ts';
import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import { duration, moment, percent } from '../kit/format.ts';
import { modelWords } from '../selection/models.ts';
import { DetailTable } from './DetailTable.tsx';
import { affiliateOf, pathOf } from './words.ts';

/** The clicks before the conversion in the order they happened, and what each model gives them. */
export function Touches({ story, zone }: { story: ConversionDetail; zone: string }) {
  const { touches, unattributed } = story;
  const ordered = touches.toSorted((a, b) => a.time.localeCompare(b.time));
  return (
    <DetailTable
      name="Clicks and their credit"
      heads={['Click', 'Before', 'From']}
      figures={models.map((model) => modelWords[model].name)}
    >
      {ordered.map((touch) => (
        <tr key={`${touch.time} ${touch.click_id}`} data-out={!touch.within_lookback || undefined}>
          <th scope="row">{moment(touch.time, zone)}</th>
          <td>{duration(touch.seconds_before)}</td>
          <td className="log-path">
            {touch.direct ? 'Direct' : pathOf(touch, affiliateOf(touch))}
            {touch.named ? <span className="log-mark">Named by the conversion</span> : null}
            {touch.within_lookback ? null : <span className="log-mark">Too long ago</span>}
          </td>
          {models.map((model) => (
            <td key={model} className="log-figure">
              {percent(touch.credit[model])}
            </td>
          ))}
        </tr>
      ))}
      {unattributed > 0 ? (
        <tr>
          <th scope="row">No click</th>
          <td />
          <td />
          {models.map((model) => (
            <td key={model} className="log-figure">
              {percent(unattributed)}
            </td>
          ))}
        </tr>
      ) : null}
    </DetailTable>
  );
}
