const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const firstNumber = 0x2f00a1c

/** CRM IDs are in base 62, so those of people 26 apart often differ only in letter case. */
export function crmIdAt(index: number): string {
  let rest = firstNumber + index
  let text = ''
  for (let place = 0; place < 7; place++) {
    text = digits.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return `0035e00${text.padStart(8, '0')}`
}

export function buidAt(index: number): string {
  return `B${String(index + 1).padStart(8, '0')}`
}

export function contactIdAt(index: number): string {
  return `C-${String(index + 1).padStart(9, '0')}`
}
