import type { DoctorReport } from '@alumni/shared/operations/doctor'
import { healthStates } from '@alumni/shared/operations/settings'
import type { Config } from '../../foundations/process/config.ts'
import { runCheck, type Check, type Installation } from './check.ts'
import { checks } from './checks.ts'

/**
 * Runs all checks that apply, side by side; those that need a database that is away, or the schema of this release, are
 * skipped.
 */
export async function examine(installation: Installation): Promise<DoctorReport> {
  const { config } = installation
  const word = wording(config)
  const database = runCheck(checks.database, installation)
  const upgrade = runCheck(checks.upgrade, installation)
  return Promise.all(
    Object.values<Check>(checks)
      .filter(({ applies }) => applies?.(config) ?? true)
      .map(async (check) => {
        const { name } = check
        const isAway = check.needsDatabase && (await database).state === 'bad'
        if (isAway) return skipped(name, 'the database cannot be used')
        const begun = new Map<Check, typeof database>([
          [checks.database, database],
          [checks.upgrade, upgrade],
        ])
        const { state, message, remedy, code } = await (begun.get(check) ?? runCheck(check, installation))
        if (isOfOldSchema.test(code ?? '') && (await upgrade).state !== 'good')
          return skipped(name, 'the schema is not yet that of this release')
        return { name, state, message: word(message), remedy: state === 'good' || !remedy ? null : word(remedy) }
      }),
  )
}

/** A table or a column is not there. */
const isOfOldSchema = /^42(?:P01|703)$/

function skipped(name: string, why: string): DoctorReport[number] {
  return { name, state: 'skipped', message: `Not checked: ${why}.`, remedy: null }
}

/** Says in the log of a process that starts what is not as it should be; it starts all the same. */
export async function examineAtStart(
  installation: Installation,
  log: { warn(about: { check: string; finding: string }, message: string): void },
): Promise<void> {
  const word = wording(installation.config)
  const { config } = installation
  const atStart = Object.values<Check>(checks).filter(({ atStart, applies }) => atStart && (applies?.(config) ?? true))
  for (const check of atStart) {
    const { state, message, remedy } = await runCheck(check, installation)
    if (state === 'good') continue
    const finding = word([message, remedy].filter(Boolean).join(' To fix it: '))
    log.warn({ check: check.name, finding }, 'not all is as it should be')
  }
}

/** 0: all is good, or could be; 1: something asks for attention; 2: something is bad. */
export function exitCodeOf(report: DoctorReport): number {
  return Math.max(0, ...report.map(({ state }) => healthStates.indexOf(state as (typeof healthStates)[number])))
}

const words = { good: 'good', attention: 'look', bad: 'BAD', skipped: '-' }

/** A line for each check: its name, a word, a sentence; beneath it what to type. */
export function linesOf(report: DoctorReport): string[] {
  const width = Math.max(...report.map(({ name }) => name.length))
  return report.flatMap(({ name, state, message, remedy }) => [
    `${name.padEnd(width)}  ${words[state].padEnd(4)}  ${message}`,
    ...(remedy ? [`${' '.repeat(width)}        > ${remedy}`] : []),
  ])
}

/**
 * Takes out the passwords of our variables, however a message came to quote them, and names commands as they are typed
 * here: ops/alumni and the image have no npm.
 */
function wording(config: Config): (sentence: string) => string {
  const urls = Object.values(config).filter((value) => typeof value === 'string' && URL.canParse(value)) as string[]
  const passwords = urls.map((url) => new URL(url).password).filter(Boolean)
  const own = [config.SESSION_SECRET, config.SESSION_SECRET_PREVIOUS, config.GOOGLE_CLIENT_SECRET].filter(
    (secret) => secret !== undefined,
  )
  const secrets = [...passwords, ...passwords.map(decodeURIComponent), ...own].filter(({ length }) => length > 3)
  const { ALUMNI_RUN } = process.env
  return (sentence) => {
    const typed = ALUMNI_RUN ? sentence.replaceAll(/npm run (?!server|worker)/g, `${ALUMNI_RUN} `) : sentence
    return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), typed)
  }
}
