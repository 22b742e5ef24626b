/** Throws after `ms` milliseconds. Does not stop `work`. */
export async function withinTime<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`There was no answer within ${ms} ms`)), ms).unref()
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
