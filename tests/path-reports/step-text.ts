import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, EventFromLogic } from 'xstate';
import type { navigationMachine } from '#machines/app/navigation.ts';
import type { sessionMachine } from '#machines/app/session.ts';
import type { selectionMachine } from '#machines/selection/selection.ts';
import { lengthOf } from '../support/delays.ts';
import { loaderPlan } from '../support/plans/kit/loader.ts';
import { payloadText } from './payload-text.ts';

type Words<M extends AnyStateMachine> = { [T in EventFromLogic<M>['type']]?: string };

const session: Words<typeof sessionMachine> = {
  'credentials.submit': 'Sign in',
  'member.arrived': 'Come in as a member without the sign-in page (sign-up, mailed link, invite)',
  'session.leave': 'Sign out',
  'session.expired': 'The server refuses the session during any call',
  'session.ended': 'Sign out in another tab',
  'session.changed': 'Another tab signs in or out',
  'session.renewed': 'Change the password or the sessions of this account',
  'page.entered': 'A page opens for the first time',
  'page.changed': 'Go to another page',
};
const selection: Words<typeof selectionMachine> = {
  'clock.tick': 'Time passes',
  'comparison.switch': 'Switch the comparison off or on',
  'asOf.clear': 'Leave the pinned figures',
  'sidebarRight.set': 'Dock the filters, or close them',
  'member.change': 'Another part tells: the member or the projects are different now',
};
const navigation: Words<typeof navigationMachine> = {
  'location.changed': 'Open an address',
};

/** For plans without sentences: events whose name is not enough. The name of any other event is spelled out. */
const common: Record<string, string> = {
  'query.change': loaderPlan.sentences['query.change'],
  'query.refine': loaderPlan.sentences['query.refine'],
  'network.returned': loaderPlan.sentences['network.returned'],
  ...session,
  ...selection,
  ...navigation,
  'network.lost': 'Disconnect the network',
  'level.up': 'Go one level up',
  'listen.start': 'Start listening',
  'rows.choose': 'Mark rows, or take the mark away',
};

/** Facts are named by the past, commands by the imperative (style 2.3). */
const fact = /(ed|lost|told|made|heard|shown|silent|done)$/;

/** Events that come from the parameters of the address: a tester opens the address. */
const address = /\.(recalled|visited)$/;

/** The action of the tester for a step, or the fact to wait for, with the event's name in brackets. */
export function stepAction(
  machine: AnyStateMachine,
  event: { type: string },
  samples: readonly { type: string }[],
  sentences: Record<string, string>,
): string {
  const [, ending, child] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event.type) ?? [];
  if (child) {
    const told = payloadText(ending === 'done' ? 'output' : 'error', event, samples);
    const what = `“${spaced(child)}” ${ending === 'done' ? 'is answered' : 'fails'}`;
    return `${what}${told ? `: ${told}` : ''} (${ending === 'done' ? '✓' : '✗'} ${child})`;
  }
  if (delay) return `${passing(machine.implementations.delays[delay])} (after ${delay})`;
  const told = payloadText(null, event, samples);
  return `${sentences[event.type] ?? nameOf(event.type)}${told ? `: ${told}` : ''} (${event.type})`;
}

function nameOf(type: string): string {
  const known = common[type];
  if (known) return known;
  if (address.test(type)) return 'Open an address that asks for';
  const [object = type, verb] = type.split('.');
  if (!verb) return spaced(object);
  if (verb === 'more') return `Show more ${spaced(object).toLowerCase()}`;
  const words = spaced(verb).toLowerCase();
  return fact.test(verb)
    ? `Another part tells: ${spaced(object).toLowerCase()} ${words}`
    : spaced(`${verb} ${object}`);
}

function passing(delay: unknown): string {
  if (typeof delay === 'function') return 'A while passes';
  const seconds = lengthOf(delay) / 1000;
  return seconds === 60 ? 'A minute passes' : `${seconds} s pass`;
}

/** The screen of a state: its description, from the outside in, and its distinguishing facts. */
export function expectedText(state: AnyMachineSnapshot): string {
  const nodes: AnyStateNode[] = [...state._nodes].filter(({ path }) => path.length > 0);
  const messages = nodes.sort((one, other) => one.order - other.order).map(describe);
  const tags = [...state.tags].sort().join(', ');
  return `${messages.join(' ')} (${placeOf(state)}${tags ? `; ${tags}` : ''})`;
}

const describe = ({ description, key }: AnyStateNode) => description ?? `${spaced(key)}.`;

function placeOf({ value }: AnyMachineSnapshot): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value).replaceAll('"', '').replaceAll(/[{}]/g, '').replaceAll(':', '.');
}

/** `signedOut` and `sign-up` as words: Signed out, Sign up. */
function spaced(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
