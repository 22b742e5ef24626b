/** Set by `npm run soak`, which does in full what `npm test` samples. */
export const isSoak = process.env.SOAK === '1'

/** The seed of random tests: always the same in `npm test`, printed by `npm run soak`, where `SEED` repeats a run. */
export const seed = Number(process.env.SEED ?? 2026)

/** How many runs, kills or rounds a test makes: few in `npm test`, as many as it takes to be sure in `npm run soak`. */
export function rounds(inTest: number, inSoak: number): number {
  return isSoak ? inSoak : inTest
}

/** Cases for `test.each` that run a test once in `npm run soak` and never in `npm test`. */
export const onlyInSoak = isSoak ? [undefined] : []
