import { z } from 'zod';
import { textMap } from './text-map.ts';

export const timezoneAliases = textMap({
  'US/Central': 'America/Chicago',
  'US/Eastern': 'America/New_York',
});

/**
 * The warehouse does not know this zone of 2025 yet: it becomes the one with the same clock since 20 March 2025.
 * Before, its winters were an hour behind.
 */
const knownToWarehouse = (name: string): string =>
  name === 'America/Coyhaique' ? 'America/Punta_Arenas' : name;

/**
 * The names of three letters in the IANA database. Engines of dates know more of this shape, the warehouse does not.
 */
const short = /^([CEMW]ET|[EHM]ST|GMT|PRC|RO[CK]|U(CT|TC))$/;
/** Without names that IANA dropped long ago and engines of dates still know. */
const inArea =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)\/(?!East-S|Unknown|Pacific-N)/;

const irregular = new Map(
  'DumontDUrville McMurdo ACT LHI NSW DeNoronha EasterIsland BajaNorte BajaSur CHAT IN ComodRivadavia GMT UTC UCT US'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/** The spelling of IANA: `asia/kolkata` is `Asia/Kolkata`, `america/port_of_spain` is `America/Port_of_Spain`. */
function spelled(name: string): string {
  const lower = name.toLowerCase();
  return lower.replace(/[a-z]+/g, (word, at: number) => {
    if (at > 0 && /^(of|es|au)$/.test(word) && lower[at - 1] !== '/') return word;
    if (!lower.includes('/') && /^([a-z]{1,3}|[a-z]{3}\d[a-z]{3})$/.test(word))
      return word.toUpperCase();
    return irregular.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1);
  });
}

/** Zones that were found or refused before: a look-up takes longer than a request should. */
const known = new Map<string, string | null>();
const mostKnown = 2_000;

/** The name of a zone as IANA writes it: aliases resolved, empty as UTC, null for a name that IANA does not list. */
export function zoneOf(input: string): string | null {
  if (input === '' || input === 'Default') return 'UTC';
  const before = known.get(input);
  if (before !== undefined) return before;
  const zone = input.length > 64 ? null : listed(input);
  if (known.size < mostKnown) known.set(input, zone);
  return zone;
}

function listed(input: string): string | null {
  const name = spelled(input.trim());
  const isListed = name.includes('/')
    ? inArea.test(name)
    : short.test(name) || (name.length !== 3 && !/^[A-Z]{3}[+-]\d{2}/.test(name));
  if (!isListed || !/^[A-Za-z0-9_+\-/]+$/.test(name)) return null;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
  } catch {
    return null;
  }
  return timezoneAliases.get(name) ?? knownToWarehouse(name);
}

/** A stored zone; an earlier version also took names that no clock knows, which count as UTC. */
export const storedZone = (stored: string): string => zoneOf(stored) ?? 'UTC';

export const zoneSchema = z.string().transform((input, context) => {
  const zone = zoneOf(input);
  if (zone) return zone;
  context.addIssue({
    code: 'custom',
    message: `"${input.slice(0, 64)}" is not a known time zone. Use a name such as Europe/Berlin.`,
  });
  return z.NEVER;
});
export const timezoneSchema = zoneSchema.default('UTC');
