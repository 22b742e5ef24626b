import { foldHeader, type ImportHeaders, type ImportType } from '@alumni/shared/exchange/imports'
import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import { Overlay, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { notifyError } from '../../../ui/notify.tsx'
import { callDesktop, isDesktop, onDesktop } from '../../../ui/desktop.ts'
import { handFile } from '../../../ui/form/handed-file.ts'
import { refusalOf } from '../../../domain/files/refuse-file.ts'
import { useWindowDrops } from '../../../ui/form/use-stray-drops.ts'
import { type Source, sourceOf } from './source.ts'
import { addUploads, converterPath, noTable } from './queue.ts'

/**
 * The whole window as a place to drop files, and what is opened with the desktop app: each goes to the page that reads
 * it, or it is said why not.
 */
export function OpenedFiles({ role }: { role: Role }) {
  const { history } = useRouter()
  const take = (sources: Source[], type: ImportType | null = null, options = {}) => {
    if (role === 'admin') return void addUploads(sources, type, options)
    for (const source of sources)
      void whyNotFor(role, source).then((sentence) => {
        if (sentence) return refuse(source.name, sentence)
        handFile(converterPath, source.file)
        history.push(converterPath)
      })
  }
  const isOver = useWindowDrops((files) => take(files.map(sourceOf)))
  useWaitingFiles(take)
  if (!isOver) return null
  return (
    <Overlay
      fixed
      center
      color="var(--surface)"
      backgroundOpacity={0.88}
      zIndex={500}
      style={{ pointerEvents: 'none' }}
      aria-hidden
    >
      <Stack
        align="center"
        gap={4}
        p="32px 40px"
        bd="2px dashed var(--accent-text)"
        bdrs={8}
        bg="var(--raised)"
        ta="center"
      >
        <IconFileUpload size={36} stroke={1.3} />
        <Text component="strong" fz={16} fw={600}>
          {role === 'admin' ? 'Drop files from the CRM anywhere' : 'Drop a list of attendees anywhere'}
        </Text>
        <span>
          {role === 'admin'
            ? 'Each is recognized by its header row and scanned. Nothing is imported until you have reviewed it.'
            : 'The event converter reads it on this computer.'}
        </span>
      </Stack>
    </Overlay>
  )
}

/** In the desktop app: what was opened with it, and what a restart has interrupted. */
function useWaitingFiles(
  take: (sources: Source[], type: ImportType | null, options?: { asksFirst: boolean }) => void,
): void {
  const fetch = useEffectEvent(async () => {
    const files = await callDesktop('uploads.waiting', null)
    for (const { type, ...file } of files) if (type) take([sourceOf(file)], type)
    const untold = files.filter(({ type }) => type === null)
    // A double click on a file says only that it is to be looked at.
    if (untold.length > 0) take(untold.map(sourceOf), null, { asksFirst: true })
  })
  useEffect(() => {
    if (!isDesktop()) return
    void fetch()
    return onDesktop('uploads.waiting', () => void fetch())
  }, [])
}

/** The server sends the columns of each type to administrators only; all of them name the person by this one. */
const crmColumn = { names: [foldHeader('BUID')], required: true }
const anyOfTheCrm: ImportHeaders['types'][number] = { type: 'contacts', fields: [crmColumn, crmColumn] }

/** Only the converter reads files from anywhere for non-administrators. */
async function whyNotFor(role: Role, source: Source): Promise<string | undefined> {
  if (!hasRole(role, 'staff')) return 'Reading files takes the staff role. Ask an administrator if you need it.'
  try {
    const beginning = await source.beginning()
    const refusal = refusalOf(source.size, beginning, Infinity)
    if (refusal) return refusal
    const { recognise } = await import('./recognise.ts')
    switch (recognise(beginning, { max_upload_mb: 0, types: [anyOfTheCrm] })) {
      case 'no-table':
        return noTable
      case 'giving':
        return 'This is a giving file. Only administrators can import it; ask one of them.'
      case anyOfTheCrm.type:
        return 'This is a CRM file. Only administrators can import it; ask one of them.'
      default:
        return undefined
    }
  } catch (error) {
    return (error as Error).message
  }
}

function refuse(title: string, message: string): void {
  notifyError(title, new Error(message))
}
