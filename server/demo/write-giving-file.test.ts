import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { givingUrl, type GivingPreview } from '@alumni/shared/exchange/giving'
import { buildTestApp } from '../testing/test-app.ts'
import { loadDemoData } from './load-demo-data.ts'
import { writeGivingFile } from './write-giving-file.ts'

const { as, database } = await buildTestApp()
await loadDemoData(database.owner, { alumni: 300, until: '2026-11-20' })

async function writeFile(options: Parameters<typeof writeGivingFile>[1]) {
  const chunks: Buffer[] = []
  const target = new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) })
  return { counts: await writeGivingFile(database.owner, options, target), file: Buffer.concat(chunks).toString() }
}

test('the import accepts a giving file of the demo people, leaves strangers unmatched, and drops the amounts', async () => {
  const { counts, file } = await writeFile({ new: 10, bad: 5, seed: 3 })
  expect(file.split('\n').slice(0, 2)).toEqual([
    'Gift ID,CRM Contact ID,Donor,Gift Date,Gift Amount',
    expect.stringMatching(/^G-0000001,\w{15},.+,\d{4}-\d\d-\d\d,"?\$[\d,]+\.00"?$/),
  ])
  const form = new FormData()
  form.append('coverage_start', '2000-07-01')
  form.append('coverage_end', '2026-11-20')
  form.append('file', new Blob([file]), 'gifts.csv')
  const body = new Response(form)
  const reply = await (
    await as('admin')
  ).request({
    method: 'POST',
    url: givingUrl,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type')! },
  })
  const { rows } = reply.json<GivingPreview>()
  expect([rows.rows, rows.unmatched, rows.unreadable]).toEqual([counts.rows, counts.bad, 0])
  expect([counts.new, counts.bad, rows.gift].every((count) => count > 0)).toBe(true)
  expect((await writeFile({ new: 10, bad: 5, seed: 3 })).file).toBe(file)
})
