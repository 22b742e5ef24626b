import { describe, expect, it } from 'vitest'
import { parseFileName, readExport } from './read-export.ts'

const head = '\ufeffBUID,Name\r\n'
const bytes = new TextEncoder()

function replyOf(text: string, pieceSize: number, breaks = false): ReadableStream<Uint8Array<ArrayBuffer>> {
  const whole = bytes.encode(text)
  let offset = 0
  return new ReadableStream({
    pull(controller) {
      if (offset < whole.length) controller.enqueue(whole.slice(offset, (offset += pieceSize)))
      else if (breaks) controller.error(new TypeError('network error'))
      else controller.close()
    },
  })
}

describe('reading an export', () => {
  it.each([1, 2, 7, 1000])('counts people, not line breaks, in pieces of %i bytes', async (pieceSize) => {
    const text = `${head}B1,"O'Neil, ""Peggy""\r\nand family"\r\nB2,Nguyễn\r\n`
    const { file, rows } = await readExport(replyOf(text, pieceSize), () => {})
    expect(rows).toBe(2)
    expect(await file.text()).toBe(text.slice(1))
    expect(file.size).toBe(bytes.encode(text).length)
  })

  it('reports its progress', async () => {
    const reported: number[] = []
    await readExport(replyOf(`${head}B1,A\r\nB2,B\r\nB3,C\r\n`, 10), (rows) => reported.push(rows))
    expect(reported.at(-1)).toBe(3)
    expect(reported).toEqual(reported.toSorted((a, b) => a - b))
  })

  it('has no rows if there is only the header', async () =>
    expect((await readExport(replyOf(head, 100), () => {})).rows).toBe(0))
  it('fails if the connection breaks', async () =>
    expect(readExport(replyOf(`${head}B1,A\r\n`, 4, true), () => {})).rejects.toThrow('network error'))
  it.each([`${head}B1,A\r\nB2,"half`, `${head}B1,A\r\nB2,ha`, `${head}B1,"A\r\n`])(
    'fails if the last row is cut off: %j',
    async (text) => expect(readExport(replyOf(text, 5), () => {})).rejects.toThrow('cut off'),
  )
})

it('has the file name that the server sends', () => {
  expect(parseFileName('attachment; filename="alumni-2026.csv"')).toBe('alumni-2026.csv')
  expect(parseFileName(null)).toBe('export.csv')
})
