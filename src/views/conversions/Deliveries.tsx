import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import { moment } from '../kit/format.ts';
import { DetailTable } from './DetailTable.tsx';
import { fieldWord, textOr } from './words.ts';

const states = {
  waiting: 'Tried again',
  done: 'Done',
  given_up: 'Given up',
} as const;

/** The event pixel deliveries of the conversion, latest first. */
export function Deliveries({
  executions,
  zone,
}: {
  executions: ConversionDetail['executions'];
  zone: string;
}) {
  return (
    <DetailTable
      name="Event pixels and their deliveries"
      heads={['Pixel', 'Written', 'Outcome', 'Answer', 'Attempts', 'State']}
    >
      {executions.map((one) => (
        <tr key={one.id}>
          <th scope="row">{one.pixel_name || `Pixel ${one.pixel_id}`}</th>
          <td>{moment(one.created_at, zone)}</td>
          <td>{fieldWord(one.outcome)}</td>
          <td>{textOr(one.http_status)}</td>
          <td className="log-figure">{one.attempts}</td>
          <td>
            {states[one.state]}
            {one.next_at ? ` ${moment(one.next_at, zone)}` : ''}
          </td>
        </tr>
      ))}
    </DetailTable>
  );
}
