import type { Reach } from './arms.ts';

const DAY = 86_400_000;
const conversions = 'FROM conversions FINAL';

/** Of longer times so much is in force that looking it up costs more than it saves. */
export const isBrief = ({ from, to }: { from: Date; to: Date }): boolean =>
  to.getTime() - from.getTime() <= 7 * DAY;

/**
 * The conversions in force, of a brief time without merging every row there is as FINAL does: only those are compared
 * by version of which any version lies in the time. A newest version that lies in it is among them, and all versions of
 * a conversion go by one id, so that none is missed; what else they lead to fails the conditions on the rows.
 */
export function inForce(source: string, time: string, { projects, window }: Reach): string {
  if (source !== conversions || !window?.isBrief) return source;
  const named = projects();
  const ours = named === null ? '1' : `project_id IN ${named}`;
  return `FROM (
    SELECT * FROM conversions
    WHERE ${ours} AND conversion_id GLOBAL IN (
      SELECT conversion_id FROM conversions
      WHERE ${ours} AND ${time} >= ${window.from} AND ${time} < ${window.to})
    ORDER BY version DESC LIMIT 1 BY project_id, conversion_id, side)
  WHERE deleted = 0`;
}
