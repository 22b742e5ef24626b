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
vi.stubGlobal('window', {})
afterEach(() => sent.splice(0))
afterAll(() => vi.unstubAllGlobals())

/** Ada chooses a file for contacts. */
function choose() {
  const steps: UploadState['step'][] = []
  const leaves = new AbortController()
  const upload = { url: '/settings/imports/contacts', reply: z.object({}), maxUploadMb: 1, onAccepted: () => undefined }
  const file = new File(['BUID,First Name\nB00000001,Peggy\n'], 'contacts.csv')
  return { steps, leaves, done: sendForm(file, upload, ({ step }) => steps.push(step), leaves.signal) }
}

test('a page that is left while the file is still looked at sends nothing, and says nothing', async () => {
  const { steps, leaves, done } = choose()
  leaves.abort()
  await done
  expect([steps, sent]).toEqual([[], []])
})

test('a page that is left while the file is sent stops it', async () => {
  const { steps, leaves } = choose()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  leaves.abort()
  expect([steps, sent]).toEqual([['sending'], ['/settings/imports/contacts', 'stopped']])
})
