/** What is known about the traffic of a test before it starts. */
export type StartFact = {
  /** Events of its goal in the last 7 days. */
  goalEvents: number;
  /** Units of a treatment and the control together, to which the interval is tuned. */
  plannedUnits: number;
};

export type StartFacts = (testId: string) => Promise<StartFact>;
