import type { ImportBatchPage, ImportStatusReply, ImportType } from '@alumni/shared/exchange/imports'
import type { Caller } from '../../../../testing/caller.ts'
import { buildTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { applyImport } from '../apply/apply.ts'
import { scanImport } from '../scan/scan.ts'

export async function buildImportStory(changes?: Parameters<typeof buildTestApp>[0]) {
  const app = await buildTestApp(changes)
  const ada = await app.as('admin')
  return { ...app, ada, ...importActions(app, ada) }
}

export type ImportStory = Awaited<ReturnType<typeof buildImportStory>>

function importActions({ context, logs }: TestApp, ada: Caller) {
  const upload = (type: ImportType, file: string | Buffer, name = 'crm.csv') =>
    ada.request({ method: 'POST', url: `/settings/imports/${type}`, ...multipart(file, name) })
  const scanFile = async (type: ImportType, file: string | Buffer): Promise<ImportStatusReply> => {
    const reply = await upload(type, file)
    if (reply.statusCode !== 201) throw new Error(`${reply.statusCode} ${reply.body} ${logs.join('')}`)
    const { id } = reply.json<ImportStatusReply>()
    await scanImport(context, { type, id })
    return status(type, id)
  }
  const status = async (type: ImportType, id: number) =>
    (await ada.get(`/settings/imports/${type}/batches/${id}/status`)).json<ImportStatusReply>()
  const apply = async (type: ImportType, id: number) => {
    await applyImport(context, { type, id }, new AbortController().signal)
    return status(type, id)
  }
  const startUndo = (type: ImportType, id: number) => ada.post(`/settings/imports/${type}/batches/${id}/undo`)
  const scanUndo = async (type: ImportType, id: number): Promise<ImportStatusReply> => {
    const reply = await startUndo(type, id)
    if (reply.statusCode !== 201) throw new Error(`${reply.statusCode} ${reply.body} ${logs.join('')}`)
    const undo = reply.json<ImportStatusReply>()
    await scanImport(context, { type, id: undo.id })
    return status(type, undo.id)
  }
  /** Always confirms unusual numbers; confirms deletes only if given. */
  const commit = async (type: ImportType, id: number, confirmDeletes?: number) => {
    const { unusual, links } = await status(type, id)
    const repeated = unusual
      .filter(({ kind }) => kind !== 'deletes')
      .map(({ kind, number }) => [`confirm_${kind}`, number])
    return ada.post(links.commit, {
      ...Object.fromEntries(repeated),
      ...(confirmDeletes === undefined ? {} : { confirm_deletes: confirmDeletes }),
    })
  }
  const confirmBatch = async (batch: ImportStatusReply): Promise<ImportStatusReply> => {
    if (batch.status !== 'review') throw new Error(`The batch is ${batch.status}: ${batch.error}`)
    const removedCount = batch.undoes ? batch.counts!.removed : batch.counts!.deletes
    const reply = await commit(batch.type, batch.id, removedCount || undefined)
    if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`)
    return apply(batch.type, batch.id)
  }
  return {
    upload,
    startUndo,
    scanUndo,
    confirmBatch,
    undoImport: async (type: ImportType, id: number) => confirmBatch(await scanUndo(type, id)),
    scanFile,
    status,
    apply,
    commit,
    cancel: (type: ImportType, id: number) => ada.post(`/settings/imports/${type}/batches/${id}/cancel`),
    page: async (type: ImportType, id: number, query = '') =>
      (await ada.get(`/settings/imports/${type}/batches/${id}${query}`)).json<ImportBatchPage>(),
    importFile: async (type: ImportType, file: string | Buffer) => confirmBatch(await scanFile(type, file)),
  }
}

export function multipart(file: string | Buffer, name: string) {
  const boundary = 'a-boundary-of-this-story'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    Buffer.from(file),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

export const csv = (...lines: string[]) => `${lines.join('\n')}\n`

/** Aborts after a number of chunks, like a stopping worker. */
export function abortAfterChunks(chunks: number): AbortSignal {
  let checks = 0
  return {
    get aborted() {
      return checks++ >= chunks
    },
  } as AbortSignal
}
