import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot } from '../foundations/process/config.ts'
import { parseEnvironmentFile } from '../foundations/process/environment-file.ts'

declare global {
  namespace NodeJS {
    interface Process {
      /** `@types/node` lacks it. */
      initgroups?(user: string, group: string): void
    }
  }
}

const usage = `ops/alumni [NAME=VALUE …] COMMAND [ARGUMENTS]   runs doctor, backup, backups, restore, migrate, create-admin … with the
                                                 variables of /etc/alumni/environment, as the user alumni`
const file = '/etc/alumni/environment'
const user = 'alumni'

const args = process.argv.slice(2)
const command = args.findIndex((arg) => !/^[A-Za-z_]\w*=/.test(arg))
if (command === -1 || args[command]!.startsWith('-')) end(usage, args.includes('--help') ? 0 : 1)
const given = args.slice(0, command).map((arg) => [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)])
const variables = { ...readVariables(), ...(Object.fromEntries(given) as Record<string, string>) }
becomeUser()

const { PATH = '', TERM = 'dumb', LANG = 'C.UTF-8' } = process.env
const { homedir, username } = userInfo()
process.umask(0o077)
process.execve!('/bin/sh', ['sh', join(projectRoot, 'ops/entrypoint.sh'), ...args.slice(command)], {
  TERM,
  LANG,
  HOME: homedir,
  USER: username,
  ...variables,
  PATH: `${dirname(process.execPath)}:${PATH}`,
  ALUMNI_RUN: join(projectRoot, 'ops/alumni'),
})

function readVariables(): Record<string, string> {
  try {
    return parseEnvironmentFile(readFileSync(file, 'utf8'))
  } catch (error) {
    return end(`${file} cannot be read (${(error as { code?: string }).code}). Call this as root, or with sudo.`)
  }
}

function becomeUser(): void {
  if (userInfo().username === user) return
  try {
    process.initgroups!(user, user)
    process.setgid!(user)
    process.setuid!(user)
  } catch (error) {
    const { code } = error as { code?: string }
    end(
      code === 'ERR_UNKNOWN_CREDENTIAL'
        ? `This machine has no user ${user}: useradd --system --create-home --home-dir /var/lib/alumni ${user}`
        : `Only root can become ${user}. Call this as root, or with sudo.`,
    )
  }
}

function end(sentence: string, code = 1): never {
  console.error(sentence)
  return process.exit(code)
}
