/** A reason not to start that the operator can act on: one sentence, shown without a stack. */
export class StartProblem extends Error {
  override name = 'StartProblem';
}
