/** Returns a function that begins `work` unless it is under way, and answers what is: who asks meanwhile shares it. */
export function oneAtATime<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | undefined
  return () => (underWay ??= work().finally(() => (underWay = undefined)))
}
