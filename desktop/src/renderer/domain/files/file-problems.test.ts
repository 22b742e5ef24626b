import { describe, expect, it } from 'vitest'
import { findFileProblem } from './file-problems.ts'

const file = (...content: BlobPart[]) => new File(content, 'file.csv')

describe('the check of a file before it is sent', () => {
  it('accepts a CSV file', async () => expect(await findFileProblem(file('BUID,City\n'), 1)).toBeUndefined())
  it('refuses an empty file', async () => expect(await findFileProblem(file(), 1)).toMatch('empty'))
  it('refuses a workbook by its first bytes', async () =>
    expect(await findFileProblem(file(new Uint8Array([0x50, 0x4b, 3, 4, 0])), 1)).toMatch('Excel workbook'))
  it('names the format of a picture', async () =>
    expect(await findFileProblem(file(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])), 1)).toBe(
      'This is a PNG picture, not a CSV file. Export the list as CSV and use that file.',
    ))
  it('refuses a file that is too large, and names its size and the limit', async () =>
    expect(await findFileProblem(file('x'.repeat(1024 * 1024 + 1)), 1)).toMatch('at most 1 MB'))
})
