type Results<Work extends readonly unknown[]> = { -readonly [Index in keyof Work]: Awaited<Work[Index]> };

/**
 * Waits for statements that were sent without waiting for each other's results. Unlike `Promise.all` it returns, or throws the
 * first error, only when all have finished: no statement of a failed transaction is still running when its connection is reused.
 */
export async function pipelined<const Work extends readonly unknown[]>(work: Work): Promise<Results<Work>> {
  const settled = await Promise.allSettled(work);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return Promise.all(work) as Promise<Results<Work>>;
}
