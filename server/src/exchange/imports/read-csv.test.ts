import { Readable } from 'node:stream'
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { formulaPattern } from '@alumni/shared/csv'
import { cleanCell } from '@alumni/shared/alumni/values'
import type { Encoding } from './import-batch.ts'
import { createEncodingDetector, inspectFile } from './upload/inspect-file.ts'
import { readCsv, type CsvRecord } from './read-csv.ts'

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const encoded: Record<Encoding, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => utf16be(`\ufeff${text}`),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
}

function split(bytes: Buffer, places: number[]): Buffer[] {
  const ends = [...new Set([...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  return ends
    .map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end))
    .filter((piece) => piece.length > 0)
}

async function read(pieces: Buffer[], batch = 3): Promise<CsvRecord[]> {
  const { header: _header, ...format } = inspectFile(Buffer.concat(pieces))
  const watch = createEncodingDetector(format.encoding)
  pieces.forEach((piece) => watch.add(piece))
  const records: CsvRecord[] = []
  for await (const some of readCsv(Readable.from(pieces), { ...format, encoding: watch.result() }, batch))
    records.push(...some)
  return records
}

const cell = (letters: string[]) =>
  fc
    .array(fc.constantFrom('a', 'B', ' ', ',', ';', '\t', '"', "'", '\n', '\r\n', '=', ...letters), { maxLength: 6 })
    .map((parts) => parts.join(''))
const table = (letters: string[]) => fc.array(fc.tuple(cell(letters), cell(letters), cell(letters)), { maxLength: 12 })
const anyCuts = fc.array(fc.nat(400), { maxLength: 20 })

test.each([
  ['utf-8', ['é', '😀', 'ß', '漢']],
  ['utf-16le', ['é', '😀', 'ß', '漢']],
  ['utf-16be', ['é', '😀', 'ß', '漢']],
  ['windows-1252', ['é', 'ß', 'ÿ']],
] as const)(
  'a file in %s is read alike wherever its stream is split, with row numbers like a spreadsheet',
  async (encoding, letters) => {
    const ends = fc.constantFrom('\n', '\r\n')
    await fc.assert(
      fc.asyncProperty(
        table([...letters]),
        anyCuts,
        ends,
        fc.constantFrom(',', ';', '\t'),
        fc.boolean(),
        async (rows, places, newline, delimiter, isOpenEnded) => {
          const whole = [['BUID', 'Last Name', encoding === 'windows-1252' ? 'Prénom' : 'Prénom 漢'], ...rows]
          const text = Papa.unparse(whole, { newline, delimiter }) + (isOpenEnded ? '' : newline)
          const records = await read(split(encoded[encoding](text), places))
          expect(records).toEqual(
            whole
              .map((cells, index) => ({ line: index + 1, cells }))
              .filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
          )
        },
      ),
    )
  },
)

test('the service’s own files are read unchanged, including values like formulas', async () => {
  const tricky = fc
    .array(
      fc.constantFrom(
        ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\u00a0', '\u200b', '\ufeff'].concat(
          "'",
          '"',
          'a',
          '1',
          ' ',
          ',',
        ),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(tricky, fc.constantFrom('="00123"', `="a ""b"""`, '=1+1')), { minLength: 1, maxLength: 5 }),
      async (cells) => {
        const ours = Papa.unparse(
          [
            [...cells.map((_, index) => `column ${index}`), 'row'],
            [...cells, '2'],
          ],
          { escapeFormulae: formulaPattern as never, newline: '\r\n' },
        )
        for (const written of Papa.parse<string[]>(ours, { newline: '\r\n', delimiter: ',' }).data[1]!)
          expect(written).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u)
        const [, record] = await read([Buffer.from(`${ours}\r\n`)])
        expect(record!.cells.map(cleanCell)).toEqual([...cells, '2'].map(cleanCell))
      },
    ),
  )
})

test.each([
  ['ASCII', Buffer.from('BUID,Name\n'), 'utf-8'],
  ['valid UTF-8', Buffer.from('José'), 'utf-8'],
  ['UTF-8 with one invalid byte', Buffer.concat([Buffer.from('José '), Buffer.from([0xe9, 0x2c])]), 'utf-8'],
  ['Windows-1252', Buffer.from('José,', 'latin1'), 'windows-1252'],
  ['Windows-1252 with the accent last', Buffer.from('José', 'latin1'), 'windows-1252'],
])('the encoding of %s is detected, wherever the stream is split', (_what, bytes, encoding) => {
  for (let place = 0; place <= bytes.length; place++) {
    for (let other = place; other <= bytes.length; other++) {
      const watch = createEncodingDetector('utf-8')
      for (const piece of [bytes.subarray(0, place), bytes.subarray(place, other), bytes.subarray(other)])
        watch.add(piece)
      expect(watch.result()).toBe(encoding)
    }
  }
})

test.each(['\n', '\r\n'])('an unmatched quotation mark damages only its own line: lines end in %j', async (newline) => {
  const lines = [
    'BUID,Name,City',
    'B1,"Ann" Lee,Boston',
    'B2,José,Lyon',
    'B3,"Peggy, Jr.","Rome"',
    'B4,Siobhán,Cork',
    '',
  ]
  const bytes = Buffer.from(lines.join(newline))
  for (const place of [bytes.length, 20, 35, 50]) {
    const records = await read(split(bytes, [place]))
    expect(records.map(({ line, problem }) => [line, problem?.slice(0, 16)])).toEqual([
      [1, undefined],
      [2, 'A quotation mark'],
      [3, undefined],
      [4, undefined],
      [5, undefined],
    ])
    expect(records[3]!.cells).toEqual(['B3', 'Peggy, Jr.', 'Rome'])
  }
})
