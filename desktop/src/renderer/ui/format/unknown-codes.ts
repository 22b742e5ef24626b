const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export function formatUnknownCode(code: string): string {
  return `${code} (unknown)`
}

/** Returns text such as "The list of majors has no code XXXX or YYYY." */
export function describeUnknownCodes(list: string, codes: readonly string[]): string {
  return `The list of ${list} has no code ${either.format(codes)}.`
}

export const mistypedAddressHint = 'The address may be old or mistyped.'
