import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type Node, type Program } from 'oxc-parser'

const message =
  'An awaited reply is always undefined, because a reply is thenable. Throw, return a boolean, or use a hook.'

/** Returns where the server uses the result of an awaited function that returns a reply, as `file:line sentence`. */
export function awaitedReplies(root: string): string[] {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !/\.test\.|\/testing\//.test(file))
  const read = files.toSorted().map((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return { file, code, program: parseSync(file, code).program }
  })
  const names = new Set(read.flatMap(({ code, program }) => namesIn(program, code)))
  return read.flatMap(({ file, code, program }) =>
    usesIn(program, names).map((start) => `${file}:${code.slice(0, start).split('\n').length} ${message}`),
  )
}

function namesIn(program: Program, code: string): string[] {
  const found: string[] = []
  const note = (name: Node | null | undefined, type: Node | null | undefined) => {
    if (
      name?.type === 'Identifier' &&
      type &&
      /^:\s*Promise<.*\bFastifyReply\b/s.test(code.slice(type.start, type.end))
    )
      found.push(name.name)
  }
  new Visitor({
    FunctionDeclaration: ({ id, returnType }) => note(id, returnType),
    TSMethodSignature: ({ key, returnType }) => note(key, returnType),
    Property: ({ key, value }) => note(key, 'returnType' in value ? value.returnType : null),
  }).visit(program)
  return found
}

function usesIn(program: Program, names: Set<string>): number[] {
  const [awaited, unused] = [new Set<number>(), new Set<number>()]
  const pass = (node: Node | null) => node?.type === 'AwaitExpression' && unused.add(node.start)
  new Visitor({
    AwaitExpression: ({ start, argument }) => void (names.has(calledIn(argument)) && awaited.add(start)),
    ExpressionStatement: ({ expression }) => void pass(expression),
    ReturnStatement: ({ argument }) => void pass(argument),
  }).visit(program)
  return [...awaited.difference(unused)]
}

/** Returns the name of the called function; for `show(reply).catch(…)` that is `show`. */
function calledIn(node: Node): string {
  if (node.type !== 'CallExpression') return ''
  const { callee } = node
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return ''
  return callee.property.name === 'catch' ? calledIn(callee.object) : callee.property.name
}
