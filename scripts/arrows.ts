import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of server/src that are no features: what they import from features is not part of a circle. */
const foundations = new Set(['database', 'jobs', 'mail', 'files', 'http', 'hosts', 'pages', 'protection', 'testing'])

/**
 * Circles between the server's features, each as `a → b → a` with the files that close it. The linter holds the other
 * arrows; a circle it sees only between files, and two features may need each other through different ones.
 */
export function featureCircles(serverSource: string): string[] {
  const imports = featureImports(serverSource)
  const circles = new Map<string, string>()
  const walk = (path: string[]) => {
    for (const [next, file] of imports.get(path.at(-1)!) ?? []) {
      if (next === path[0])
        circles.set([...path].sort().join(), `${[...path, next].join(' → ')} (the last step in ${file})`)
      else if (!path.includes(next)) walk([...path, next])
    }
  }
  for (const feature of [...imports.keys()].sort().reverse()) walk([feature])
  return [...circles.values()]
}

/** For each feature, the features that it imports and one file that does. */
function featureImports(serverSource: string): Map<string, Map<string, string>> {
  const features = readdirSync(serverSource, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !foundations.has(entry.name))
    .map(({ name }) => name)
  return new Map(features.map((feature) => [feature, importsOf(feature, serverSource, features)]))
}

function importsOf(feature: string, serverSource: string, features: string[]): Map<string, string> {
  const found = new Map<string, string>()
  const files = readdirSync(join(serverSource, feature), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'),
  )) {
    const source = readFileSync(join(serverSource, feature, file), 'utf8')
    for (const [, to = ''] of source.matchAll(/\b(?:from|import)\s*\(?\s*'(?:\.\.\/)+([\w-]+)\//g)) {
      if (to !== feature && features.includes(to)) found.set(to, `${feature}/${file}`)
    }
  }
  return found
}
