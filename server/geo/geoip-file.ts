import { open, type Response } from 'maxmind';
import { z } from 'zod';
import { StartProblem } from '../platform/start-problem.ts';
import { nowhere, type Place } from './place.ts';

const coded = z.union([
  z.string().transform((code) => ({ iso_code: code })),
  z.object({ iso_code: z.string().optional() }),
]);

/** The parts of a GeoIP record that name country and state, in the formats of several makers. */
const recordSchema = z.object({
  country: coded.optional(),
  country_code: z.string().optional(),
  subdivisions: z.array(coded).optional(),
});

/** Reads a file in MaxMind's format into memory; an unknown address has no place. */
export async function openPlaceFile(path: string): Promise<(address: string) => Place> {
  const reader = await open<Response>(path).catch((error: unknown) => {
    throw new StartProblem(`GEOIP_DB=${path} cannot be used: ${reasonOf(error)}.`);
  });
  return (address) => {
    const record = recordSchema.safeParse(recordOf(() => reader.get(bare(address))));
    if (!record.success) return nowhere;
    const { country, country_code: code, subdivisions } = record.data;
    return {
      country: country?.iso_code ?? code ?? '',
      state: subdivisions?.[0]?.iso_code ?? '',
    };
  };
}

/** A dual-stack socket shows an IPv4 address as IPv6. */
const bare = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** A damaged part of the file or an invalid address must not lose an event. */
function recordOf(read: () => Response | null): Response | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
    ? 'there is no such file'
    : error instanceof Error && 'code' in error
      ? `it cannot be read (${error.code})`
      : 'it is no MaxMind database (.mmdb)';
