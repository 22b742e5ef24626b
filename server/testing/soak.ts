/** Set by `npm run soak`, which runs in full what `npm test` samples. */
export const isSoak = process.env.SOAK === '1'

/** Constant in `npm test`; `npm run soak` prints it, and `SEED` repeats a run. */
export const seed = Number(process.env.SEED ?? 2026)

/** Few rounds in `npm test`, many in `npm run soak`. */
export function rounds(inTest: number, inSoak: number): number {
  return isSoak ? inSoak : inTest
}

/** Cases for `test.each` that run a test once in `npm run soak` and never in `npm test`. */
export const onlyInSoak = isSoak ? [undefined] : []
