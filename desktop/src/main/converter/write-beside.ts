import { open, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Refused } from '../../converter/source.ts'

type Output = { name: string; lines: Iterable<string> }

/**
 * Writes files beside another one, all of them whole or none; what stands there already is never written over. Answers
 * their paths.
 */
export async function writeBeside(
  source: string,
  outputs: readonly Output[],
  isCancelled: () => boolean,
): Promise<string[]> {
  const folder = dirname(source)
  const written: { temporary: string; name: string }[] = []
  const named: string[] = []
  try {
    for (const { name, lines } of outputs) {
      const temporary = join(folder, `.${name}.${process.pid}.partial`)
      written.push({ temporary, name })
      await write(temporary, lines, isCancelled)
    }
    for (const { temporary, name } of written) {
      const path = await freePath(folder, name)
      named.push(path)
      await rename(temporary, path)
    }
    return named
  } catch (error) {
    for (const path of [...written.map(({ temporary }) => temporary), ...named]) await rm(path, { force: true })
    throw problemOf(error)
  }
}

/** One piece after the other: nothing waits in memory for the disk. */
async function write(path: string, lines: Iterable<string>, isCancelled: () => boolean): Promise<void> {
  await rm(path, { force: true })
  await using file = await open(path, 'wx', 0o600)
  for (const piece of lines) {
    if (isCancelled()) throw new Refused('It was cancelled; nothing was saved.')
    await file.writeFile(piece)
  }
  await file.sync()
}

/** `gala-unmatched.csv`, or `gala-unmatched-2.csv`: taken by making it, so that nothing else can have the name. */
async function freePath(folder: string, name: string): Promise<string> {
  const end = extname(name)
  for (let nth = 1; ; nth++) {
    const path = join(folder, nth === 1 ? name : `${name.slice(0, -end.length)}-${nth}${end}`)
    try {
      await (await open(path, 'wx', 0o600)).close()
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function problemOf(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Refused('The disk is full; nothing was saved. Make room, and save again.')
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new Refused(
      'This folder cannot be written to; nothing was saved. Move the file to another folder, and drop it again.',
    )
  if (code === 'ENOENT') return new Refused('The folder of the file is not there any more; nothing was saved.')
  return error as Error
}
