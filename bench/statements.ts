import type { ClickHouseClient } from '@clickhouse/client';

const ways = ['query', 'exec'] as const;
type Way = (typeof ways)[number];
type RecordedCall = { way: Way; statement: Parameters<ClickHouseClient[Way]>[0] };
export type Recorded = { recordedCall: RecordedCall; began: number; ended: number };

/** A reader that records every statement and its start time. */
export function recording(reader: ClickHouseClient, recorded: Recorded[]): ClickHouseClient {
  return new Proxy(reader, {
    get(target, name, receiver) {
      const way = ways.find((one) => one === name);
      if (!way) return Reflect.get(target, name, receiver);
      return async (statement: RecordedCall['statement']) => {
        const recordedCall = { way, statement };
        const one = { recordedCall, began: performance.now(), ended: Number.POSITIVE_INFINITY };
        recorded.push(one);
        const answer = await target[way](statement);
        one.ended = performance.now();
        return answer;
      };
    },
  });
}

/** Runs the recorded statements with the same concurrency, and returns the milliseconds. */
export async function replay(
  reader: ClickHouseClient,
  recorded: readonly Recorded[],
): Promise<number> {
  const waves = wavesOf(recorded);
  const began = performance.now();
  for (const wave of waves) {
    await Promise.all(wave.map((recordedCall) => read(reader, recordedCall)));
  }
  return performance.now() - began;
}

async function read(reader: ClickHouseClient, { way, statement }: RecordedCall): Promise<void> {
  if (way === 'query') {
    await (await reader.query(statement)).text();
    return;
  }
  const { stream } = await reader.exec(statement);
  for await (const _ of stream);
}

/** Groups statements that ran concurrently: one that began before an earlier one ended. */
function wavesOf(recorded: readonly Recorded[]): RecordedCall[][] {
  const waves: Recorded[][] = [];
  for (const one of [...recorded].sort((a, b) => a.began - b.began)) {
    const wave = waves.at(-1);
    if (wave?.every(({ ended }) => ended > one.began)) wave.push(one);
    else waves.push([one]);
  }
  return waves.map((wave) => wave.map(({ recordedCall }) => recordedCall));
}
