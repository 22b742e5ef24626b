import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { importCounts, importTypes, type ImportType } from '@alumni/shared/exchange/imports'
import { mapColumns } from '../src/exchange/imports/upload/columns.ts'
import { buildImportStory } from '../src/exchange/imports/testing/import-story.ts'
import { definitions } from '../src/exchange/imports/types.ts'
import { isSoak } from '../testing/soak.ts'
import { fileEncodings, headerOf, headerStyles, type CrmFileCounts, type CrmFileOptions } from './crm-file-options.ts'
import { loadDemoData } from './load-demo-data.ts'
import { writeCrmFile } from './write-crm-file.ts'

const story = await buildImportStory()
await loadDemoData(story.database.owner, { alumni: 900, engagements: 0, until: '2026-11-20' })
// A file that contradicts a change has a warning that the expected counts do not include.
await story.db.entities.execute('delete from crm_data_changes')

async function writeFile(options: CrmFileOptions): Promise<{ file: Buffer; counts: CrmFileCounts }> {
  const chunks: Buffer[] = []
  const target = new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) })
  return { counts: await writeCrmFile(story.database.owner, options, target), file: Buffer.concat(chunks) }
}

async function scanFile(type: ImportType, file: Buffer) {
  const batch = await story.scanFile(type, file)
  await story.cancel(type, batch.id)
  return {
    error: batch.error,
    counts: batch.counts,
    unknown: batch.unknown_columns.length,
    columns: batch.columns.length,
  }
}

const layouts: Partial<CrmFileOptions>[] = [
  { seed: 1 },
  { seed: 2, quotedBreaks: true, crlf: true, delimiter: ';', extraColumns: 7 },
  { seed: 3, quotedBreaks: true, delimiter: '\t' },
]
const shares = { rows: 200, new: 10, changed: 14, bad: 15, duplicates: 5 }

describe.each(importTypes)('a file of %s', (type) => {
  test.each(fileEncodings)('has the predicted scan counts in %s', async (encoding) => {
    const turn = importTypes.indexOf(type) + fileEncodings.indexOf(encoding)
    for (const options of isSoak ? layouts : [layouts[turn % layouts.length]!]) {
      const { counts, file } = await writeFile({ type, ...shares, encoding, ...options })
      expect(await scanFile(type, file)).toEqual({
        error: null,
        counts: importCounts.parse(counts),
        unknown: options.extraColumns ?? 0,
        columns: definitions[type].fields.length,
      })
      expect(counts).toMatchObject({
        rows: 200,
        new: 20,
        changed: 28,
        bad: 30,
        duplicates: 10,
        unchanged: 112,
        skipped: 40,
      })
    }
  })

  test.each(headerStyles)('can have headers in the style %s', async (headers) => {
    const map = mapColumns(definitions[type], headerOf(type, headers, 12), new Map())
    expect(map.columns.map(({ field }) => field)).toEqual(definitions[type].fields.map(({ name }) => name))
    expect(map.unknown).toHaveLength(12)
    const { counts, file } = await writeFile({ type, ...shares, headers })
    expect((await scanFile(type, file)).counts).toEqual(importCounts.parse(counts))
  })

  test('is the same for the same seed', async () => {
    const options = { type, ...shares, seed: 5, extraColumns: 3, quotedBreaks: true }
    const { file } = await writeFile(options)
    expect((await writeFile(options)).file.equals(file)).toBe(true)
    expect((await writeFile({ ...options, seed: 6 })).file.equals(file)).toBe(false)
  })

  test('has all records on file by default', async () => {
    const { counts, file } = await writeFile({ type })
    expect(counts).toMatchObject({ unchanged: counts.rows, new: 0, changed: 0, skipped: 0, deletes: 0 })
    expect((await scanFile(type, file)).counts).toMatchObject({ unchanged: counts.rows, rows: counts.rows })
  })

  test('may have more new rows than there are people', async () => {
    const { counts, file } = await writeFile({ type, rows: 2000, new: 100 })
    expect(counts.new).toBe(2000)
    expect((await scanFile(type, file)).counts).toMatchObject({ new: 2000, skipped: 0 })
  })
})

describe('a file', () => {
  test('of employment leaves records out', async () => {
    const { counts, file } = await writeFile({ type: 'employment', omit: 5, new: 3, bad: 2 })
    expect(counts.deletes).toBeGreaterThan(10)
    expect((await scanFile('employment', file)).counts).toMatchObject({
      deletes: counts.deletes,
      new: counts.new,
      skipped: counts.bad,
    })
  })

  test('has every kind of bad row', async () => {
    const { file } = await writeFile({ type: 'contacts', rows: 300, bad: 100 })
    const batch = await story.scanFile('contacts', file)
    const reasons = (
      await Promise.all([1, 2, 3, 4, 5, 6].map((page) => story.page('contacts', batch.id, `?page=${page}`)))
    ).flatMap(({ rows }) => rows!.map(({ reason }) => reason))
    await story.cancel('contacts', batch.id)
    const messages = [
      /^BUID is blank/,
      /^BUID “.+” is not/,
      /^Contact ID “.+” is not/,
      /^CRM ID “.{18}” is not/,
      /NUL byte/,
      /has 27 cells/,
    ]
    expect(messages.filter((message) => !reasons.some((reason) => message.test(reason ?? '')))).toEqual([])
  })

  test('is refused if the database has too few records for it', async () => {
    await expect(writeFile({ type: 'contacts', rows: 5000, new: 10 })).rejects.toThrow(RangeError)
    await expect(writeFile({ type: 'contacts', rows: 100, new: 90, bad: 20 })).rejects.toThrow('more than 100 percent')
  })
})
