import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A file of the data folder cannot be used; the message names it and says what to do. */
export class UnusableFile extends Error {}

/**
 * Returns the parsed content of `file`, readable by this account alone; `make` gives it when there is no file. The file
 * appears complete and on the disk, and once, however many processes begin at the same time. Throws `UnusableFile` with
 * `remedy` when `parse` throws.
 */
export function storedFile<T>(
  file: string,
  { make, parse, remedy }: { make(): string; parse(content: string): T; remedy: string },
): T {
  mkdirSync(dirname(file), { recursive: true })
  const content = read(file) ?? create(file, make())
  try {
    return parse(content)
  } catch (cause) {
    throw new UnusableFile(`${file} is ${content ? 'damaged' : 'empty'}. ${remedy}`, { cause })
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    return undefined
  }
}

/** A link to a finished draft: no process ever sees half a file, and the first one wins. */
function create(file: string, content: string): string {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${content}\n`, { mode: 0o600, flush: true })
    linkSync(draft, file)
    flushFolder(dirname(file))
    return content
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    return read(file)!
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The name is on the disk only then; Windows cannot, and need not. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
