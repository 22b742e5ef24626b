import type { Gauge, Readings } from '../../foundations/monitoring/metrics.ts'

/**
 * A reason to notify administrators. The alerts of `ops/prometheus/alerts.yml` have the same names, limits and minutes,
 * and each has its section in `docs/runbook.md`.
 */
export type Condition = {
  /** The problem, for a person who does not know our parts. */
  problem: string
  /** Returns the value by all processes' figures; null where unknown: nothing to report. */
  value(figures: readonly Readings[]): number | null
  /** It holds for so long before anyone is told. */
  minutes: number
} & ({ above: number } | { below: number })

/** Fewer requests give no share: three at night, of which one fails, are no incident. */
const leastRequests = 100

export const conditions = {
  NoServerReady: {
    problem: 'No server answers: nobody can reach the staff app or the alumni’s site.',
    value: (figures) => sum(valuesOf(figures, 'alumni_ready', 'server')),
    below: 1,
    minutes: 2,
  },
  RequestsFail: {
    problem: 'More than one request in fifty fails.',
    value: (figures) => shareOfRequests(figures, 'failed'),
    above: 0.02,
    minutes: 5,
  },
  RequestsSlow: {
    problem: 'More than one request in twenty takes longer than a second.',
    value: (figures) => shareOfRequests(figures, 'slow'),
    above: 0.05,
    minutes: 10,
  },
  ConnectionsWait: {
    problem: 'Requests or jobs wait for a connection to the database.',
    value: (figures) => max(valuesOf(figures, 'alumni_database_waiting')),
    above: 0,
    minutes: 5,
  },
  EventLoopLate: {
    problem: 'A process is so busy that everything in it waits.',
    value: (figures) => max(valuesOf(figures, 'alumni_event_loop_delay_seconds')),
    above: 0.25,
    minutes: 5,
  },
  ClockOff: {
    problem: 'The clock of a machine differs from the database’s by more than five seconds.',
    value: (figures) => max(valuesOf(figures, 'alumni_clock_difference_seconds').map(Math.abs)),
    above: 5,
    minutes: 5,
  },
  SearchIndexOld: {
    problem: 'The search does not show the newest changes, or waits for the same ones each time.',
    value: (figures) => max(valuesOf(figures, 'alumni_search_index_age_seconds')),
    above: 10,
    minutes: 2,
  },
  JobsWait: {
    problem: 'Work has waited for more than five minutes: imports, letters and statistics are late.',
    value: (figures) => max(valuesOf(figures, 'alumni_jobs_oldest_seconds')),
    above: 300,
    minutes: 5,
  },
  JobsFailed: {
    problem: 'Work has failed and was given up.',
    value: (figures) => max(valuesOf(figures, 'alumni_jobs_failed')),
    above: 0,
    minutes: 1,
  },
  LettersWait: {
    problem: 'Letters have waited for more than a quarter of an hour.',
    value: (figures) => max(valuesOf(figures, 'alumni_letters_oldest_seconds')),
    above: 900,
    minutes: 5,
  },
  StorageFails: {
    problem: 'No file can be stored: uploads fail.',
    value: (figures) => min(valuesOf(figures, 'alumni_storage_works')),
    below: 1,
    minutes: 10,
  },
  StorageFull: {
    problem: 'Less than 15 % of the space for files is free.',
    value: (figures) => min(valuesOf(figures, 'alumni_storage_free_ratio')),
    below: 0.15,
    minutes: 10,
  },
  BackupOld: {
    problem: 'The last good backup is older than 26 hours.',
    value: (figures) => min(valuesOf(figures, 'alumni_backup_age_seconds')),
    above: 93_600,
    minutes: 5,
  },
} satisfies Record<string, Condition>

export type ConditionName = keyof typeof conditions

export function isMet(condition: Condition, figures: readonly Readings[]): boolean {
  const value = condition.value(figures)
  if (value === null) return false
  return 'above' in condition ? value > condition.above : value < condition.below
}

/** Returns each process's values of a gauge: of one label, or of all. */
function valuesOf(figures: readonly Readings[], name: Gauge, label?: string): number[] {
  return figures.flatMap(({ [name]: reading }) => {
    if (typeof reading !== 'object' || reading === null) return reading ?? []
    return label === undefined ? Object.values(reading) : (reading[label] ?? [])
  })
}

function shareOfRequests(figures: readonly Readings[], outcome: 'failed' | 'slow'): number | null {
  const all = sum(valuesOf(figures, 'alumni_recent_requests', 'all'))
  return all < leastRequests ? null : sum(valuesOf(figures, 'alumni_recent_requests', outcome)) / all
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const max = (values: number[]) => (values.length > 0 ? Math.max(...values) : null)
const min = (values: number[]) => (values.length > 0 ? Math.min(...values) : null)
