/** Whatever fails in here must never reach the page it runs in. */
export function safely<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
