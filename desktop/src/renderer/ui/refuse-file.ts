import { fileSize } from './words/numbers.ts'

const kinds: { begins: number[]; sentence: string }[] = [
  {
    begins: [0x50, 0x4b, 0x03, 0x04],
    sentence:
      'This is an Excel workbook or a zip file, not a CSV file. In Excel choose File › Save as › CSV UTF-8 and use that file.',
  },
  {
    begins: [0xd0, 0xcf, 0x11, 0xe0],
    sentence:
      'This is an old Excel workbook, not a CSV file. In Excel choose File › Save as › CSV UTF-8 and use that file.',
  },
  { begins: [0x1f, 0x8b], sentence: 'This file is compressed. Unpack it and use the CSV file inside.' },
  { begins: [0x25, 0x50, 0x44, 0x46], sentence: 'This is a PDF, not a CSV file. Export the list from the CRM as CSV.' },
]

/** Why a file is refused before it is sent, or nothing. The server looks again, closer. */
export async function reasonToRefuse(file: File, maxUploadMb: number): Promise<string | undefined> {
  return refusalOf(file.size, new Uint8Array(await file.slice(0, 4).arrayBuffer()), maxUploadMb)
}

/** The same by the size of a file and its first bytes. */
export function refusalOf(size: number, first: Uint8Array, maxUploadMb: number): string | undefined {
  if (size === 0) return 'This file is empty. Export it again from the CRM.'
  if (size > maxUploadMb * 1024 * 1024) {
    return `This file has ${fileSize(size)}; at most ${fileSize(maxUploadMb * 1024 * 1024)} can be uploaded. Split it and upload the parts one after the other.`
  }
  return otherKind(first)
}

/** The same for a list that is read in the browser. */
export async function reasonToRefuseList(file: File): Promise<string | undefined> {
  if (file.size === 0) return 'This file is empty.'
  if (file.size > maxListBytes)
    return `This file has ${fileSize(file.size)}; a list has at most ${fileSize(maxListBytes)}. Leave only the lines that are to be looked up.`
  return otherKind(new Uint8Array(await file.slice(0, 4).arrayBuffer()))
}

const maxListBytes = 20 * 1024 * 1024

function otherKind(first: Uint8Array): string | undefined {
  return kinds.find(({ begins }) => begins.every((byte, i) => first[i] === byte))?.sentence
}
