/** The id of an item whose queue names it by its row alone; null where the name is no number. */
export const idIn = (item: string): string | null => (/^\d{1,18}$/.test(item) ? item : null);

/** In the queue `mails`: the invite whose mail was not delivered. */
export const inviteItem = (invite: number): string => `invite ${invite}`;

/** The id of the invite; null where the item names none. */
export const inviteIn = (item: string): number | null => {
  const [, id] = /^invite (\d{1,9})$/.exec(item) ?? [];
  return id === undefined ? null : Number(id);
};

/** In the queue `conversions`: all conversions of a batch of events, by the version they would have had. */
export const batchItem = (version: string): string => `batch ${version}`;

/** In the queue `conversions`: one of them, by the time of its event where it could not even be computed. */
export const conversionItem = ({
  conversion,
  time,
}: {
  conversion: string | null;
  time: string;
}): string => conversion ?? time;

/** The conversion, or the time of its event; both are null for all conversions of a batch. */
export function conversionIn(item: string): { conversion: string | null; time: string | null } {
  if (/^batch \d+$/.test(item)) return { conversion: null, time: null };
  return Number.isNaN(Date.parse(item))
    ? { conversion: item, time: null }
    : { conversion: null, time: item };
}

/** In the queue `pixels`: a version of conversions that was not sent to partners, or one conversion of it. */
export const versionItem = (version: string, conversion: string | null = null): string =>
  conversion === null ? version : `${version} ${conversion}`;

/** The version, and its conversion where the item names one. */
export function versionIn(item: string): { version: string; conversion: string | null } {
  const [version = '', conversion = null] = item.split(' ');
  return { version, conversion };
}
