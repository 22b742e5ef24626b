import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The message contains the file's path and a remedy. */
export class UnusableFile extends Error {}

/** Reads a file, or creates it with the result of `make`. Throws `UnusableFile` if `parse` throws. */
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

/** Writes a draft and links it, so that no process reads a partial file. The first of several processes wins. */
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

/** Flushes a folder to disk, so that a new file in it survives a power failure. Windows does not need this. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
