import type { DoctorReport } from '@alumni/shared/operations/doctor'
import { healthStates } from '@alumni/shared/operations/settings'
import type { Config } from '../../foundations/process/config.ts'
import { runCheck, type Check, type Installation } from './check.ts'
import { checks } from './checks.ts'

/** Runs all applicable checks concurrently. Skips checks if the database or the schema that they need is missing. */
export async function examine(installation: Installation): Promise<DoctorReport> {
  const { config } = installation
  const redact = createRedactor(config)
  const database = runCheck(checks.database, installation)
  const upgrade = runCheck(checks.upgrade, installation)
  return Promise.all(
    Object.values<Check>(checks)
      .filter(({ applies }) => applies?.(config) ?? true)
      .map(async (check) => {
        const { name } = check
        const isUnavailable = check.needsDatabase && (await database).state === 'bad'
        if (isUnavailable) return skipped(name, 'the database cannot be used')
        const started = new Map<Check, typeof database>([
          [checks.database, database],
          [checks.upgrade, upgrade],
        ])
        const { state, message, remedy, code } = await (started.get(check) ?? runCheck(check, installation))
        if (missingTableOrColumn.test(code ?? '') && (await upgrade).state !== 'good')
          return skipped(name, 'the schema is not yet that of this release')
        return { name, state, message: redact(message), remedy: state === 'good' || !remedy ? null : redact(remedy) }
      }),
  )
}

const missingTableOrColumn = /^42(?:P01|703)$/

function skipped(name: string, reason: string): DoctorReport[number] {
  return { name, state: 'skipped', message: `Not checked: ${reason}.`, remedy: null }
}

export async function examineAtStart(
  installation: Installation,
  log: { warn(about: { check: string; finding: string }, message: string): void },
): Promise<void> {
  const redact = createRedactor(installation.config)
  const { config } = installation
  const atStart = Object.values<Check>(checks).filter(({ atStart, applies }) => atStart && (applies?.(config) ?? true))
  for (const check of atStart) {
    const { state, message, remedy } = await runCheck(check, installation)
    if (state === 'good') continue
    const finding = redact([message, remedy].filter(Boolean).join(' To fix it: '))
    log.warn({ check: check.name, finding }, 'not all is as it should be')
  }
}

/** Returns 0 if all is good, 1 if something needs attention, 2 if something is bad. */
export function exitCodeOf(report: DoctorReport): number {
  return Math.max(0, ...report.map(({ state }) => healthStates.indexOf(state as (typeof healthStates)[number])))
}

const stateLabels = { good: 'good', attention: 'look', bad: 'BAD', skipped: '-' }

export function formatReport(report: DoctorReport): string[] {
  const width = Math.max(...report.map(({ name }) => name.length))
  return report.flatMap(({ name, state, message, remedy }) => [
    `${name.padEnd(width)}  ${stateLabels[state].padEnd(4)}  ${message}`,
    ...(remedy ? [`${' '.repeat(width)}        > ${remedy}`] : []),
  ])
}

/** Removes secrets. If ALUMNI_RUN is set, replaces `npm run` with it, except before `server` and `worker`. */
function createRedactor(config: Config): (message: string) => string {
  const urls = Object.values(config).filter((value) => typeof value === 'string' && URL.canParse(value)) as string[]
  const passwords = urls.map((url) => new URL(url).password).filter(Boolean)
  const ownSecrets = [config.SESSION_SECRET, config.SESSION_SECRET_PREVIOUS, config.GOOGLE_CLIENT_SECRET].filter(
    (secret) => secret !== undefined,
  )
  const secrets = [...passwords, ...passwords.map(decodeURIComponent), ...ownSecrets].filter(({ length }) => length > 3)
  const { ALUMNI_RUN } = process.env
  return (message) => {
    const runnable = ALUMNI_RUN ? message.replaceAll(/npm run (?!server|worker)/g, `${ALUMNI_RUN} `) : message
    return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), runnable)
  }
}
