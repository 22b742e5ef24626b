import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { frontEndPatches, indexThreadPatch, mutants } from './mutants.ts'

// Loaded with --import into the servers and workers of a storm. Uses the front ends of the tests if none are built, and
// adds the bug that STORM_MUTANT names.
const root = new URL('../..', import.meta.url).href
const isBuilt = existsSync(fileURLToPath(new URL('portal/dist', `${root}/`)))
const mutant = process.env.STORM_MUTANT
const patches = [...(isBuilt ? [] : frontEndPatches), ...(mutant ? [mutants[mutant]!.patch, indexThreadPatch] : [])]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const here = patches.filter(({ file }) => url.endsWith(`/${file}`))
    if (here.length === 0) return loaded
    const source = here.reduce(
      (text, { file, from, to }) => {
        // An outdated patch would change nothing, and the audit would seem to miss the bug.
        if (!text.includes(from)) throw new Error(`The storm's patch of ${file} does not fit any more.`)
        return text.replace(from, to)
      },
      readFileSync(fileURLToPath(url), 'utf8'),
    )
    return { ...loaded, source }
  },
})
