/** A reason why nothing was imported, in one sentence a person can act on. */
export class ImportProblem extends Error {
  override name = 'ImportProblem';
}
