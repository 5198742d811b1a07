/** How long a visitor waits for what a test is now, and for its exposure to be kept. */
export const patienceMs = 50;

/** What the work resolves to, or the other value once the time is over. */
export async function within<Value>(
  ms: number,
  work: Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}
