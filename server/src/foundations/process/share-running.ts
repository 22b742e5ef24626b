/** Returns a function that starts `work` unless it is running; concurrent callers share its result. */
export function shareRunning<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
}
