/** Why an import failed or is incomplete, in one sentence that a person can act on. */
export class ImportProblem extends Error {
  override name = 'ImportProblem';
}

/** A file that is damaged or incomplete: what comes before can be imported. */
export class BrokenOff extends ImportProblem {
  override name = 'BrokenOff';
}
