import { expect, test } from 'vitest'
import { detectForeignKind, describeForeignFile } from './file-kinds.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string) => bytes(`\u00ff\u00fe${[...text].join('\0')}\0`)

test.each([
  [
    '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><table>\n<tr>',
    'an Excel table saved as a web page',
  ],
  ['<table><tr><td>BUID', 'an Excel table saved as a web page'],
  ['<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body>', 'an Excel table saved as a web page'],
  ['\u00ef\u00bb\u00bf\n<!DOCTYPE html>\n<title>Sign in', 'a web page'],
  ['<!-- made by the CRM --><html>', 'a web page'],
  ['<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>', 'an Excel table saved as XML'],
  ['<?xml version="1.0" encoding="UTF-8"?><people/>', 'an XML document'],
  ['BEGIN:VCARD\r\nVERSION:3.0', 'an address book of vCards'],
  ['BEGIN:VCALENDAR\r\n', 'a calendar'],
  ['[{"buid": "B00000001"}]', 'a JSON document'],
  ['{\n  "people": [', 'a JSON document'],
])('%j is detected as %s', (text, kind) => {
  expect(detectForeignKind(bytes(text))).toBe(kind)
})

test('detects files in UTF-16, and explains what to do', () => {
  expect(detectForeignKind(utf16('<table><tr>'))).toBe('an Excel table saved as a web page')
  expect(describeForeignFile(utf16('<table><tr>'))).toBe(
    'This is an Excel table saved as a web page, not a CSV file. In Excel choose File › Save as › CSV UTF-8 and use that file.',
  )
})

test.each(['BUID,<Last Name>', '<BUID>,Name', '[BUID],[Last Name]', '{BUID};Name', 'sep=;\nBUID;Name'])(
  'a file that starts with %j may be a table',
  (text) => expect(detectForeignKind(bytes(text))).toBeUndefined(),
)
