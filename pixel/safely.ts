/** Runs code whose errors must never reach the host page. */
export function safely<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
