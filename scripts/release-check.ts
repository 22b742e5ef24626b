import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../server/src/foundations/process/command-line.ts'
import { tagProblems } from './releases.ts'
import { root } from './run-command.ts'

const usage = `npm run release-check -- v1.2.3   whether the code may be deployed under this tag: it is the first entry of RELEASES.md, and all
                                  its migrations are frozen. Exit 1 and a sentence for each reason against it.`
const tag = commandLine(usage, { allowPositionals: true }, ({ positionals }) => {
  if (positionals.length !== 1) throw new Error('Name one tag')
  return positionals[0]!
})
const problems = problemsOf(tag)
if (problems.length === 0) console.log(`${tag} may be deployed.`)
else {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

function problemsOf(tag: string): string[] {
  try {
    return tagProblems(tag, root, readFileSync(join(root, 'RELEASES.md'), 'utf8'))
  } catch (error) {
    return [`${(error as Error).message}.`]
  }
}
