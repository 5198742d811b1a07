import { type Problem, problemFrom } from '#contract/problem.ts';

/** The answer of a check, or its failure as a value. */
export type Checked<Value> = { value: Value; problem: null } | { value: null; problem: Problem };

/** Asks something that a workflow can go on without: a failure is returned, and only an aborted call throws. */
export async function checked<Value>(
  answer: Promise<Value>,
  signal: AbortSignal,
): Promise<Checked<Value>> {
  try {
    return { value: await answer, problem: null };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return { value: null, problem: problemFrom(thrown) };
  }
}
