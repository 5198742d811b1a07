import { costDimensions, levels, storedDimensions } from '#contract/analytics/dimensions.ts';
import { costKey } from '../../warehouse/rows.ts';
import { inAnyWindow } from '../../warehouse/window-sql.ts';
import type { Arm, ScanLimits } from '../rewriting/union-arms.ts';
import { orNone } from './model-dimensions.ts';

/** The record of costs that are spread over clicks. */
export const estimated = 'estimated_cost';
/** The column with the time of the clicks, none where a cost had none; other arms have the time of the row there. */
export const spreadTime = 'spread_time';

const ofCost = ['project_id', ...costKey] as const;
const ofClick = storedDimensions.filter((name) => !costDimensions.some((own) => own === name));

/** The ids of a cost, the most specific first: each is a step. A step more is for costs that had no click that day. */
const ids = levels.toReversed();
const clickIds = ids.map((id) => `click_${id}`);
const steps = ids.map((_, index) => index + 1);
const unspread = steps.length + 1;
/** Every digit of a share that fits: a sum of shares is the cost once it is rounded to the places of a cost. */
const places = 16;

/**
 * The arm of spread costs. A cost is divided over the clicks of its day, in its project's zone, that have its most
 * specific id with clicks, in proportion to their number in each group; of an affiliate's cost only that affiliate's
 * clicks count. Its own ids and its affiliate stay those of the cost. The groups are those of the named columns alone.
 */
export const spreadArm = (arm: Arm): Arm => ({
  ...arm,
  only: 'estimated',
  columns: new Map([
    ...[...arm.columns].map(([name, expression]): [string, string] => [
      name,
      named.has(name) ? name : expression,
    ]),
    [spreadTime, spreadTime],
  ]),
  source: sourceOf,
});

const named: ReadonlySet<string> = new Set([
  ...storedDimensions,
  'project_id',
  'event_time',
  'estimated',
  'spread_clicks',
]);

function sourceOf(reach: ScanLimits): string {
  const groups = ofClick.filter((name) => reach.mentioned.has(name));
  const hours = reach.mentioned.has(spreadTime) ? ['clicked_time'] : [];
  const dimensions = [...groups, ...hours];
  const list = (...names: readonly string[]) => names.join(', ');
  const isKnown = [
    'spread_clicks > 0',
    ...(reach.windows.length > 0 ? [inAnyWindow('clicked_time', reach.windows)] : []),
  ].join(' AND ');
  return `FROM (
    SELECT ${list(...ofCost, 'event_time')}, part.1 AS spread_clicks, total AS all_clicks, toString(part) AS part_name,
      ${groups.map((name, index) => `${orNone(name, `tupleElement(part, ${index + 2})`)} AS ${name},`).join(' ')}
      ${hours.map((name) => `tupleElement(part, ${dimensions.length + 1}) AS ${name}, if(${isKnown}, clicked_time, NULL) AS ${spreadTime},`).join('')}
      toDecimal128(spend_base, ${places}) * if(total = 0, 1, spread_clicks) / greatest(total, 1) AS estimated
    FROM (
      SELECT *
      FROM (
        SELECT ${list(...ofCost, 'event_time', 'spend_base')}, step, arrayElement([${list(...ids, "''")}], step) AS id
        FROM costs FINAL
        ARRAY JOIN [${[...steps, unspread].join(', ')}] AS step
        WHERE ${costsIn(reach)} AND (step = ${unspread} OR id != '')
      ) AS spent
      ANY LEFT JOIN (
        SELECT click_project, click_day, click_step, click_id, whose,
          groupArray(tuple(${list('many', ...dimensions)})) AS parts, sum(many) AS total
        FROM (
          SELECT click_project, click_day, click_step, click_id, whose,
            ${list(...dimensions, 'sum(some) AS many')}
          FROM (
            SELECT project_id AS click_project, ${reach.dayOf('event_time')} AS click_day,
              ${list('toString(affid) AS click_affid', ...ids.map((id) => `toString(${id}) AS click_${id}`))},
              ${list(...groups, ...hours.map((name) => `toStartOfFifteenMinutes(toDateTime(event_time, 'UTC')) AS ${name}`), 'count() AS some')}
            FROM events
            WHERE ${clicksIn(reach)}
            GROUP BY ${list('click_project', 'click_day', 'click_affid', ...clickIds, ...dimensions)}
          )
          ARRAY JOIN
            [${[...steps, ...steps].join(', ')}] AS click_step,
            [${list(...clickIds, ...clickIds)}] AS click_id,
            [${list(...ids.map(() => 'click_affid'), ...ids.map(() => "''"))}] AS whose,
            [${list(...ids.map(() => '1'), ...ids.map(() => '0'))}] AS is_own
          WHERE click_id != '' AND (is_own = 0 OR whose != '')
          GROUP BY ${list('click_project', 'click_day', 'click_step', 'click_id', 'whose', ...dimensions)}
        )
        GROUP BY click_project, click_day, click_step, click_id, whose
      ) AS clicked
      ON spent.project_id = clicked.click_project AND spent.date = clicked.click_day
        AND spent.step = clicked.click_step AND spent.id = clicked.click_id AND spent.affid = clicked.whose
      WHERE total > 0 OR step = ${unspread}
      ORDER BY step
      LIMIT 1 BY ${list(...ofCost)}
    )
    ARRAY JOIN arrayResize(parts, greatest(length(parts), 1)) AS part
  )`;
}

/** The costs of the windows. */
function costsIn(reach: ScanLimits): string {
  const { windows } = reach;
  const inTime =
    windows.length > 0
      ? [inAnyWindow('date', reach.days()), inAnyWindow('event_time', windows)]
      : [];
  return ["excluded_reason = ''", ...projectsIn(reach), ...inTime].join(' AND ');
}

/** The clicks of the days of those costs: a day begins at most 13 hours before its noon. */
const clicksIn = (reach: ScanLimits): string =>
  [
    `event_name = 'click' AND left_out = 0 AND (${levels.map((id) => `${id} != ''`).join(' OR ')})`,
    ...projectsIn(reach),
    ...(reach.windows.length > 0 ? [inAnyWindow('event_time', reach.days())] : []),
  ].join(' AND ');

function projectsIn({ projects }: ScanLimits): string[] {
  const ids = projects();
  return ids === null ? [] : [`project_id IN ${ids}`];
}
