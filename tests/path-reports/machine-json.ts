import type { AnyStateMachine } from 'xstate';

/**
 * The configuration of a machine as the Stately editor imports it: states, events and the names of behaviour. Code
 * (inputs, parameters, a computed context) has no form in JSON and stays in the file of the machine.
 */
export const machineJson = (machine: AnyStateMachine): string =>
  `${JSON.stringify(machine.config, null, 2)}\n`;
