/** Why an import failed or is incomplete, in one sentence that a person can act on. */
export class ImportProblem extends Error {
  override name = 'ImportProblem';
}
