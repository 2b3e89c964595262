type Results<Work extends readonly unknown[]> = { -readonly [Index in keyof Work]: Awaited<Work[Index]> };

/**
 * What a transaction sends without waiting in between. Unlike `Promise.all` it answers, or throws the first failure, only
 * when all are over: nothing of a failed transaction goes on after it was taken back, on a connection that somebody else has.
 */
export async function together<const Work extends readonly unknown[]>(work: Work): Promise<Results<Work>> {
  const settled = await Promise.allSettled(work);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return Promise.all(work) as Promise<Results<Work>>;
}
