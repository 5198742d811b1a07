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
    <DetailTable<Execution>
      name="Event pixels and their deliveries"
      rows={executions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Pixel',
          isName: true,
          write: ({ pixel_name, pixel_id }) => pixel_name || `Pixel ${pixel_id}`,
        },
        { title: 'Written', write: ({ created_at }) => moment(created_at, zone) },
        { title: 'Outcome', write: ({ outcome }) => fieldWord(outcome) },
        { title: 'Answer', write: ({ http_status }) => textOr(http_status) },
        { title: 'Attempts', cellClass: 'log-figure', write: ({ attempts }) => attempts },
        {
          title: 'State',
          write: ({ state, next_at }) =>
            `${states[state]}${next_at ? ` ${moment(next_at, zone)}` : ''}`,
        },
      ]}
    />
  );
}

type Execution = ConversionDetail['executions'][number];
