/**
 * The one form in which addresses are compared: NFKC, small letters, the domain in Punycode. PostgreSQL's `fold_email` makes the same;
 * a test compares them over all of Unicode.
 */
export function foldEmail(address: string): string {
  const folded = toLowerCase(address.normalize('NFKC').trim()).normalize('NFKC')
  const at = folded.lastIndexOf('@')
  if (at < 0) return folded
  const labels = folded
    .slice(at + 1)
    .replaceAll('。', '.')
    .split('.')
  return `${folded.slice(0, at)}@${labels.map(asciiLabel).join('.')}`
}

/** Whether all programs agree on the folded form: else a letter to this address could reach somebody else's. */
export function foldsAlike(address: string): boolean {
  const composed = address.normalize('NFKC').trim()
  const folded = toLowerCase(composed)
  return (
    [...composed].every((letter) => [...letter.toLowerCase()].length === 1) &&
    folded === composed.toLowerCase() &&
    folded === folded.normalize('NFKC') &&
    !/\p{Default_Ignorable_Code_Point}/u.test(composed)
  )
}

/** Letter by letter: the small form of Σ does not depend on what stands after it. */
function toLowerCase(text: string): string {
  return [...text].map((letter) => letter.toLowerCase()).join('')
}

function asciiLabel(label: string): string {
  return /^[\0-\x7f]*$/.test(label) ? label : `xn--${punycode([...label].map((letter) => letter.codePointAt(0)!))}`
}

/** RFC 3492, section 6.3. */
function punycode(points: readonly number[]): string {
  const basic = points.filter((point) => point < 128)
  let encoded = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '')
  let [handled, delta, bias, next] = [basic.length, 0, 72, 128]
  while (handled < points.length) {
    const smallest = Math.min(...points.filter((point) => point >= next))
    delta += (smallest - next) * (handled + 1)
    next = smallest
    for (const point of points) {
      if (point < next) delta++
      if (point !== next) continue
      encoded += variableLength(delta, bias)
      bias = adapted(delta, handled + 1, handled === basic.length)
      delta = 0
      handled++
    }
    delta++
    next++
  }
  return encoded
}

function variableLength(delta: number, bias: number): string {
  let digits = ''
  let rest = delta
  for (let k = 36; ; k += 36) {
    const threshold = Math.min(26, Math.max(1, k - bias))
    if (rest < threshold) return digits + digit(rest)
    digits += digit(threshold + ((rest - threshold) % (36 - threshold)))
    rest = Math.floor((rest - threshold) / (36 - threshold))
  }
}

function adapted(delta: number, handled: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / handled)
  let k = 0
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
  return k + Math.floor((36 * rest) / (rest + 38))
}

function digit(value: number): string {
  return 'abcdefghijklmnopqrstuvwxyz0123456789'[value]!
}
