import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const routesFolder = fileURLToPath(new URL('../src/renderer/shell/routes/', import.meta.url))
const lazyRoute = /(?:path: |page\(\s*)'([^']+)',(?:(?!createRoute|page\()[^])*?import\(\s*'([^']+)'/g

/** The part of a page that loads only with a query, by its path with a question mark. */
const pagesWithQuery: [string, string][] = [
  ['/alumni_search?', resolve(routesFolder, '../../alumni/search/result-parts.ts')],
]

/**
 * Writes `pages.json`: the additional scripts of each page, such as `/alumni/:`, which the server lists in the document
 * so that browsers load all at once.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const withImports = (files: Iterable<string>) => {
        const all = new Set(files)
        for (const file of all) for (const other of chunkNamed(bundle, file)?.imports ?? []) all.add(other)
        return all
      }
      const ofDocument = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
      const pages = [...lazyRoutes(), ...pagesWithQuery].map(([path, module]) => {
        const files = chunks.filter(({ moduleIds }) => moduleIds.includes(module)).map(({ fileName }) => fileName)
        if (files.length === 0) throw new Error(`${path}: there is no script of ${module}`)
        return [addressOf(path), [...withImports(files)].filter((file) => !ofDocument.has(file)).map(nameOf)]
      })
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(pages)) })
    },
  }
}

function chunkNamed(bundle: Rolldown.OutputBundle, file: string): Rolldown.OutputChunk | undefined {
  const output = bundle[file]
  return output?.type === 'chunk' ? output : undefined
}

function lazyRoutes(): [string, string][] {
  return globSync('*.ts', { cwd: routesFolder }).flatMap((file) => {
    const source = readFileSync(resolve(routesFolder, file), 'utf8')
    return [...source.matchAll(lazyRoute)].map(([, path, module]): [string, string] => [
      path!,
      resolve(dirname(resolve(routesFolder, file)), module!),
    ])
  })
}

const addressOf = (path: string) => path.replaceAll(/\$\w+/g, ':')
const nameOf = (file: string) => file.replace(/^assets\//, '')
