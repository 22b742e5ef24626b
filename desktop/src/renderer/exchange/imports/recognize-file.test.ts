import { foldHeader, type ImportHeaders } from '@alumni/shared/exchange/imports'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAttendees } from '../../../converter/read-attendees.ts'
import { exportOf } from '../../../converter/testing/convert.ts'
import { recognizeFile } from './recognize-file.ts'

const requiredColumn = (name: string) => ({ names: [foldHeader(name)], required: true })
const optional = (...names: string[]) => names.map((name) => ({ names: [foldHeader(name)], required: false }))
const study = ['Degree Code', 'Degree Date', 'Major', 'College Code']
const headers: ImportHeaders = {
  max_upload_mb: 500,
  types: [
    { type: 'contacts', fields: [requiredColumn('BUID'), ...optional('First Name', 'Last Name', 'City')] },
    {
      type: 'educations',
      fields: [
        requiredColumn('BUID'),
        requiredColumn('Degree Code'),
        requiredColumn('Degree Date'),
        ...optional('Major', 'College Code'),
      ],
    },
    {
      type: 'areas-of-study',
      fields: [
        requiredColumn('BUID'),
        requiredColumn('Area Type'),
        requiredColumn('Major Code'),
        ...optional(...study),
      ],
    },
    { type: 'employment', fields: [requiredColumn('BUID'), requiredColumn('Employer'), ...optional('Job Title')] },
  ],
}
const recognize = (text: string | Uint8Array) =>
  recognizeFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, headers)

test.each([
  ['buid,first_name,City\nB1,Ada,Paris', 'contacts'],
  ['BUID;Degree Code;Degree Date;Major\n', 'educations'],
  ['BUID\tArea Type\tMajor Code\tDegree Code\tDegree Date', 'areas-of-study'],
  ['\ufeffBUID,Employer,Job Title', 'employment'],
  [
    new Uint8Array([0xff, 0xfe, ...[...'BUID,Employer\n'].flatMap((letter) => [letter.charCodeAt(0), 0])]),
    'employment',
  ],
  ['CRM Contact ID,Gift Date,Amount', 'giving'],
  ['Order #,Order Date,First Name,Last Name,Email,Attendee #', 'event'],
  ['Attendee Report\nTopic,Webinar ID', 'event'],
  ['Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest', 'event'],
  ['sep=;\nBUID;First Name;City\nB1;Ada;Paris', 'contacts'],
  ['BUID,Rufname\nB1,Peggy', 'unknown'],
  ['First Name,Last Name\r\nPeggy,Jones\r\n', 'unknown'],
  ['First Name,Last Name', 'no-table'],
  ['First Name,Last Name\n,\n', 'no-table'],
  ['Name\nPeggy\nJosé', 'no-table'],
  ['', 'no-table'],
  [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'no-table'],
  [new Uint8Array([1, 2, 3, 44, 4, 10, 5, 44, 6]), 'no-table'],
])('%j is recognized as %s', (text, kind) => {
  expect(recognize(text)).toBe(kind)
})

const folder = join(import.meta.dirname, '../../../converter/testing/exports')
test.each(readdirSync(folder))(
  '%s belongs to an event, and the converter reads it without a question',
  async (file) => {
    expect(recognize(new Uint8Array(readFileSync(join(folder, file))))).toBe('event')
    expect(await readAttendees(exportOf(file.replace('.csv', '')), { settings: {} })).toHaveProperty('format')
  },
)
