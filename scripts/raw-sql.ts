import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Where a raw query's rows are only said to be of a type, as `file:line sentence`. Tests are free. `root` is the project's folder. */
export function unprovenRows(root: string): string[] {
  const isTest = /\/testing\/|\.test\.ts$/
  return globSync('{server,worker}/src/**/*.ts', { cwd: root })
    .filter((file) => !isTest.test(file))
    .toSorted()
    .flatMap((file) =>
      linesOf(file, readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line} ${sentence}`),
    )
}

const sentence = 'Nothing proves the type of these rows: say it in typed Kysely, or with selectRaw and its zod object.'

/** The lines with sql<Row>`…`.execute(…). */
function linesOf(file: string, code: string): number[] {
  if (!code.includes('sql<')) return []
  const lines: number[] = []
  const { program } = parseSync(file, code)
  new Visitor({
    MemberExpression({ object, property, start }) {
      const isExecuted = property.type === 'Identifier' && property.name === 'execute'
      if (!isExecuted || object.type !== 'TaggedTemplateExpression' || !object.typeArguments) return
      if (object.tag.type === 'Identifier' && object.tag.name === 'sql')
        lines.push(code.slice(0, start).split('\n').length)
    },
  }).visit(program)
  return lines
}
