import { givingUrl } from '@alumni/shared/exchange/giving'
import { foldHeader, importHeaders, type ImportHeaders } from '@alumni/shared/exchange/imports'
import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import { Overlay, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { describeFileProblem } from '../../domain/files/file-problems.ts'
import { request } from '../../http.ts'
import { callDesktop, isDesktop, subscribeToDesktop } from '../../ui/desktop.ts'
import { passFileToPage, readBytes, type InputFile } from '../../ui/form/input-file.ts'
import { notifyRefusedDrop, useWindowDrops } from '../../ui/form/use-stray-drops.ts'
import { notifyError } from '../../ui/notify.tsx'

const converterPath = '/tools/event_converter'

/** Opens a file dropped anywhere in the window or passed by the desktop app. */
export function OpenedFiles({ role }: { role: Role }) {
  const openFile = useOpenFile(role)
  const open = ([file, ...others]: InputFile[]) => {
    if (others.length > 0) notifyRefusedDrop()
    else if (file) openFile(file)
  }
  const isDragging = useWindowDrops(open)
  useWaitingFiles(open)
  if (!isDragging) return null
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
          {role === 'admin' ? 'Drop a file from the CRM anywhere' : 'Drop a list of attendees anywhere'}
        </Text>
        <span>
          {role === 'admin'
            ? 'It is recognized by its header row. Nothing is imported until you have reviewed it.'
            : 'The event converter reads it on this computer.'}
        </span>
      </Stack>
    </Overlay>
  )
}

/** Returns a function that recognizes a file and opens the page that reads it, or notifies the user why none does. */
export function useOpenFile(role: Role): (file: InputFile) => void {
  const { history } = useRouter()
  return (file) =>
    void findPath(role, file).then(
      (path) => {
        passFileToPage(path, file)
        history.push(path)
      },
      (error: Error) => notifyError(file.name, error),
    )
}

function useWaitingFiles(open: (files: InputFile[]) => void): void {
  const openWaiting = useEffectEvent(async () => open(await callDesktop('files.waiting', null)))
  useEffect(() => {
    if (!isDesktop()) return
    void openWaiting()
    return subscribeToDesktop('files.waiting', () => void openWaiting())
  }, [])
}

/** Used for staff, who cannot load the columns of each type. A file with a BUID column counts as a contacts file. */
const crmColumn = { names: [foldHeader('BUID')], required: true }
const crmHeaders: ImportHeaders = {
  max_upload_mb: Infinity,
  types: [{ type: 'contacts', fields: [crmColumn, crmColumn] }],
}

/** Returns the path of the page that reads the file. Throws an error with a message for the user if there is none. */
async function findPath(role: Role, file: InputFile): Promise<string> {
  if (!hasRole(role, 'staff'))
    throw new Error('Reading files takes the staff role. Ask an administrator if you need it.')
  const headers = role === 'admin' ? await request('/settings/imports/headers', importHeaders) : crmHeaders
  const firstBytes = await readBytes(file, 0, 64 * 1024).catch(() => {
    throw new Error('This file cannot be read. It may have been moved or deleted. Choose it again.')
  })
  const refusal = describeFileProblem(file.size, firstBytes, headers.max_upload_mb)
  if (refusal) throw new Error(refusal)
  const { recognizeFile } = await import('./recognize-file.ts')
  const kind = recognizeFile(firstBytes, headers)
  if (kind === 'no-table')
    throw new Error(
      'This is not a table: a CSV file from the CRM has at least two column names in its first line, and lines below.',
    )
  if (kind === 'event' || (kind === 'unknown' && role !== 'admin')) return converterPath
  if (role !== 'admin')
    throw new Error(
      `This is a ${kind === 'giving' ? 'giving' : 'CRM'} file. Only administrators can import it; ask one of them.`,
    )
  if (kind === 'giving') return givingUrl
  return kind === 'unknown' ? '/settings/imports' : `/settings/imports/${kind}`
}
