/** Numbers the states of each project's figures, so that an answer can tell whether it is still the latest. */
export type ProjectEditions = {
  /** The same text as long as nothing of these projects was stored. */
  of(projects: readonly number[]): string;
  /** Called after something of these projects was stored. */
  moved(projects: readonly number[]): void;
};

export function createProjectEditions(): ProjectEditions {
  const editions = new Map<number, number>();
  return {
    of: (projects) => projects.map((project) => editions.get(project) ?? 0).join(),
    moved(projects) {
      for (const project of projects) editions.set(project, (editions.get(project) ?? 0) + 1);
    },
  };
}
