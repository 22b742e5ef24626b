import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sendForm, type UploadState } from './use-upload.ts'

const sent: string[] = []
class FakeRequest {
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
vi.stubGlobal('XMLHttpRequest', FakeRequest)
vi.stubGlobal('window', {})
afterEach(() => sent.splice(0))
afterAll(() => vi.unstubAllGlobals())

function startUpload() {
  const steps: UploadState['step'][] = []
  const controller = new AbortController()
  const upload = { url: '/settings/imports/contacts', reply: z.object({}), maxUploadMb: 1, onAccepted: () => undefined }
  const file = new File(['BUID,First Name\nB00000001,Peggy\n'], 'contacts.csv')
  return { steps, controller, done: sendForm(file, upload, ({ step }) => steps.push(step), controller.signal) }
}

test('leaving the page while the file is checked sends and reports nothing', async () => {
  const { steps, controller, done } = startUpload()
  controller.abort()
  await done
  expect([steps, sent]).toEqual([[], []])
})

test('leaving the page while the file is sent stops the upload', async () => {
  const { steps, controller } = startUpload()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  controller.abort()
  expect([steps, sent]).toEqual([['sending'], ['/settings/imports/contacts', 'stopped']])
})
