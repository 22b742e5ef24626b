/** The digits of `B00000004` or `C-000000004`. */
export function numberIn(id: string): number {
  return Number(id.slice(id.startsWith('C-') ? 2 : 1))
}

/** All numbers of `length` digits that begin with `digits`. */
export function numbersFrom(digits: string, length: number): { from: number; to: number } {
  return { from: Number(digits.padEnd(length, '0')), to: Number(digits.padEnd(length, '9')) }
}
