import { execFileSync } from 'node:child_process'
import { parseCommandLine } from '../server/src/foundations/process/command-line.ts'
import { prepareRelease } from './releases.ts'
import { root } from './run-command.ts'

const usage = `npm run release -- v1.2.3   prepares a release: first adds its entry to RELEASES.md with the subjects of the commits since the
                            last tag; once you have written the entry, sets the version and freezes new migrations.`
parseCommandLine(usage, { allowPositionals: true }, ({ positionals }) => {
  if (positionals.length !== 1) throw new Error('Name one tag')
  console.log(prepareRelease(positionals[0]!, root, commitsSinceLastTag()).join('\n'))
})

function commitsSinceLastTag(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  const tags = git('tag', '--list', 'v*', '--sort=-v:refname', '--merged')
  const since = tags ? `${tags.split('\n')[0]}..HEAD` : 'HEAD'
  return git('log', '--no-merges', '--reverse', '--format=%s', since).split('\n').filter(Boolean)
}
