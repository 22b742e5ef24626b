import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A file of the data folder cannot be used; the message names the file and the remedy. */
export class UnusableFile extends Error {}

/** Creates a missing file once, even by concurrent processes. Throws `UnusableFile` if `parse` throws. */
export function readOrCreateFile<T>(
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

/** Links a complete draft, so that no process reads a partial file and the first process wins. */
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

/** Makes the new name durable; Windows neither supports nor needs this. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
