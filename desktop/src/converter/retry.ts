const maxTries = 4
const longestWait = 300

/**
 * Repeats what may be repeated, after so many seconds as `waitAfter` says of the failure; undefined is not worth
 * it.
 */
export async function retry<Reply>(
  ask: () => Promise<Reply>,
  waitAfter: (error: unknown) => number | undefined,
  tries = 1,
): Promise<Reply> {
  try {
    return await ask()
  } catch (error) {
    const seconds = tries < maxTries ? waitAfter(error) : undefined
    if (seconds === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, longestWait) * 1000))
    return retry(ask, waitAfter, tries + 1)
  }
}
