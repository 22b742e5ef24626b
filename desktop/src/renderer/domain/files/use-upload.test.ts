import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sendForm, type UploadState } from './use-upload.ts'

/** What a browser would have sent. */
const sent: string[] = []
class Sending {
  upload = {}
  open(_method: string, url: string) {
    sent.push(url)
  }
  setRequestHeader() {}
  send() {}
  abort() {
    sent.push('stopped')
  }
}
vi.stubGlobal('XMLHttpRequest', Sending)
afterEach(() => sent.splice(0))
afterAll(() => vi.unstubAllGlobals())

/** Ada chooses a file for contacts. */
function choose() {
  const told: UploadState['step'][] = []
  const leaves = new AbortController()
  const upload = { url: '/settings/imports/contacts', reply: z.object({}), maxUploadMb: 1, onAccepted: () => undefined }
  const file = new File(['BUID,First Name\nB00000001,Peggy\n'], 'contacts.csv')
  return { told, leaves, done: sendForm(file, upload, ({ step }) => told.push(step), leaves.signal) }
}

test('a page that is left while the file is still looked at sends nothing, and says nothing', async () => {
  const { told, leaves, done } = choose()
  leaves.abort()
  await done
  expect([told, sent]).toEqual([[], []])
})

test('a page that is left while the file is sent stops it', async () => {
  const { told, leaves, done } = choose()
  await done
  leaves.abort()
  expect([told, sent]).toEqual([['sending'], ['/settings/imports/contacts', 'stopped']])
})
