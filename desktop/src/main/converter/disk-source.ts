import { statSync, type Stats } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Refused, type Source } from '../../converter/source.ts'

const pieceBytes = 128 * 1024

/**
 * A file on disk; a piece of it holds until the next one is asked for. What changes or goes away while it is read is
 * refused with a sentence.
 */
export function diskSource(path: string): Source {
  return {
    name: basename(path),
    size: look(path).size,
    open: () => piecesOf(path),
  }
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const before = look(path)
  try {
    await using file = await open(path)
    // One piece of memory for all: fresh ones cost more than the reading.
    const piece = new Uint8Array(pieceBytes)
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes)
      if (bytesRead === 0) break
      yield piece.subarray(0, bytesRead)
    }
  } catch (error) {
    throw problemOf(error)
  }
  const after = look(path)
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs || after.ino !== before.ino)
    throw new Refused('The file was changed while it was read. Wait until it is complete, and drop it again.')
}

function look(path: string): Stats {
  try {
    return statSync(path)
  } catch (error) {
    throw problemOf(error)
  }
}

function problemOf(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ESTALE')
    return new Refused('The file is not there any more. It was moved or deleted.')
  if (code === 'EACCES' || code === 'EPERM') return new Refused('This computer does not let the app read the file.')
  if (code === undefined) return error as Error
  return new Refused('The file could not be read to its end. Copy it to this computer, and drop it again.')
}
