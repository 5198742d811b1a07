/** Why the app cannot start, in one sentence for the operator, shown without a stack. */
export class StartProblem extends Error {
  override name = 'StartProblem';
}
