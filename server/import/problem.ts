/** A reason why nothing, or not everything, was imported, in one sentence a person can act on. */
export class ImportProblem extends Error {
  override name = 'ImportProblem';
}
