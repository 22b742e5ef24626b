const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Replaces an unknown code's name. */
export function unknownCode(code: string): string {
  return `${code} (unknown)`
}

/** "The list of majors has no code XXXX or YYYY." */
export function unknownCodesWords(list: string, codes: readonly string[]): string {
  return `The list of ${list} has no code ${either.format(codes)}.`
}

export const mistypedWords = 'The address may be old or mistyped.'
