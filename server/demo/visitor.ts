import type { DemoPlace } from './places.ts';
import { createRandom, type Weighted } from './random.ts';
import { agents, type DemoAgent } from './user-agents.ts';

export type Visitor = { id: string; agent: DemoAgent; place: DemoPlace; address: string };

/** The person of a journey: the same key always gives the same person. */
export function visitorOf(key: readonly (string | number)[], places: Weighted<DemoPlace>): Visitor {
  const random = createRandom('visitor', ...key);
  return {
    id: `v_${random.hex(16)}`,
    agent: random.pick(agents),
    place: random.pick(places),
    address: addressOf(random.whole(0, 9), random.whole(1, 254), random.hex(4)),
  };
}

/** Addresses reserved for documentation. */
function addressOf(kind: number, host: number, group: string): string {
  if (kind < 2) return `2001:db8:${group}::${host.toString(16)}`;
  return `${kind < 6 ? '203.0.113' : '198.51.100'}.${host}`;
}

/** The hashed form that a shop sends in place of an e-mail address. */
export const personOf = (visitor: Visitor): string =>
  `sha256:${createRandom('person', visitor.id).hex(64)}`;
