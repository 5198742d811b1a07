import { agents, type DemoAgent } from './agents.ts';
import type { DemoPlace } from './places.ts';
import { chanceOf, type Weighted } from './random.ts';

export type Visitor = { id: string; agent: DemoAgent; place: DemoPlace; address: string };

/** The person behind a journey: the same key is the same person, whoever asks. */
export function visitorOf(key: readonly (string | number)[], places: Weighted<DemoPlace>): Visitor {
  const chance = chanceOf('visitor', ...key);
  return {
    id: `v_${chance.hex(16)}`,
    agent: chance.pick(agents),
    place: chance.pick(places),
    address: addressOf(chance.whole(0, 9), chance.whole(1, 254), chance.hex(4)),
  };
}

/** Addresses that are set aside for examples and belong to nobody. */
function addressOf(kind: number, host: number, group: string): string {
  if (kind < 2) return `2001:db8:${group}::${host.toString(16)}`;
  return `${kind < 6 ? '203.0.113' : '198.51.100'}.${host}`;
}

/** What a shop sends in place of an e-mail address. */
export const personOf = (visitor: Visitor): string =>
  `sha256:${chanceOf('person', visitor.id).hex(64)}`;
