import { describeForeignFile, inspectedBytes } from '@alumni/shared/exchange/file-kinds'
import { readBytes, type InputFile } from '../../ui/form/input-file.ts'
import { formatFileSize } from '../../ui/format/numbers.ts'

/** Returns a message for the user if a file cannot be imported, or undefined. Reads only the beginning of the file. */
export async function findFileProblem(file: InputFile, maxUploadMb: number): Promise<string | undefined> {
  return describeFileProblem(file.size, await readBytes(file, 0, inspectedBytes), maxUploadMb)
}

export function describeFileProblem(size: number, first: Uint8Array, maxUploadMb: number): string | undefined {
  if (size === 0) return 'This file is empty. Export it again from the CRM.'
  if (size > maxUploadMb * 1024 * 1024) {
    return `This file has ${formatFileSize(size)}; at most ${formatFileSize(maxUploadMb * 1024 * 1024)} can be uploaded. Split it and upload the parts one at a time.`
  }
  return describeForeignFile(first)
}

export async function findListFileProblem(file: File): Promise<string | undefined> {
  if (file.size === 0) return 'This file is empty.'
  if (file.size > maxListBytes)
    return `This file has ${formatFileSize(file.size)}; a list has at most ${formatFileSize(maxListBytes)}. Leave only the lines that you want to look up.`
  return describeForeignFile(new Uint8Array(await file.slice(0, inspectedBytes).arrayBuffer()))
}

const maxListBytes = 20 * 1024 * 1024
