import { describe, expect, it } from 'vitest'
import { markChanges } from './diff.ts'

const formatParts = (parts: { text: string; isChanged: boolean }[]) =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
const formatChange = (before: string, after: string) => {
  const parts = markChanges(before, after)
  return `${formatParts(parts.before)} → ${formatParts(parts.after)}`
}

describe('marking changes', () => {
  it('marks the part of an e-mail that differs', () =>
    expect(formatChange('ada.lovelace@example.edu', 'ada.king@example.edu')).toBe(
      'ada.[lovelace]@example.edu → ada.[king]@example.edu',
    ))
  it('marks added text', () => expect(formatChange('Smith', 'Smith-Jones')).toBe('Smith → Smith[-Jones]'))
  it('marks adjacent changes as one', () =>
    expect(formatChange('12 Old Mill Road', '12 New Park Road')).toBe('12 [Old Mill] Road → 12 [New Park] Road'))
  it('does not split letters with accents', () => expect(formatChange('José', 'Jose')).toBe('[José] → [Jose]'))
  it('marks nothing in equal values', () => expect(formatChange('same', 'same')).toBe('same → same'))
  it('marks the middle of long texts', () => {
    const long = 'word '.repeat(200)
    expect(formatChange(`${long}one end`, `${long}two end`)).toBe(`${long}[one] end → ${long}[two] end`)
  })
})
