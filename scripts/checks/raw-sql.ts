import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type Expression, type Super } from 'oxc-parser'

/** Returns raw queries with rows that are cast to a type without validation, as `file:line sentence`. Skips tests. */
export function unprovenRows(root: string): string[] {
  const isTest = /\/testing\/|\.test\.ts$/
  return globSync('{server,worker}/src/**/*.ts', { cwd: root })
    .filter((file) => !isTest.test(file))
    .toSorted()
    .flatMap((file) =>
      linesOf(file, readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line} ${message}`),
    )
}

const message = 'The type of these rows is not validated. Use typed Kysely, or selectRaw with a zod object.'

/** Returns the lines with sql<Row>`…`.execute(…), or with a variable that contains such a query. */
function linesOf(file: string, code: string): number[] {
  if (!code.includes('sql<')) return []
  const lines: number[] = []
  const queries = new Set<string>()
  const { program } = parseSync(file, code)
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init && isTypedQuery(init)) queries.add(id.name)
    },
    MemberExpression({ object, property, start }) {
      if (property.type !== 'Identifier' || property.name !== 'execute') return
      if (isTypedQuery(object) || (object.type === 'Identifier' && queries.has(object.name)))
        lines.push(code.slice(0, start).split('\n').length)
    },
  }).visit(program)
  return lines
}

function isTypedQuery(node: Expression | Super): boolean {
  return (
    node.type === 'TaggedTemplateExpression' &&
    Boolean(node.typeArguments) &&
    node.tag.type === 'Identifier' &&
    node.tag.name === 'sql'
  )
}
