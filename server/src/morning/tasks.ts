import { tasks, taskNames, type TaskName, type WaitingTask } from '@alumni/shared/morning'
import { hasRole } from '@alumni/shared/staff/accounts'
import { countSignups, countSignupsToLink, countDuplicates } from '../champions/index.ts'
import type { Config } from '../foundations/process/config.ts'
import { countEventsSoon, listLettersToSend, listOpportunitiesToAnswer } from '../publications/index.ts'
import type { Context } from '../foundations/context.ts'
import { countCrmTasks, listLatestBatches } from '../exchange/index.ts'
import type { Db } from '../foundations/database/db.ts'
import type { StaffUser } from '../staff/index.ts'
import { countLetters, readHealth, readProcesses } from '../operations/index.ts'

type TaskCount = { count: number; path?: string }
type Counts = Partial<Record<TaskName, TaskCount>>

/** Lists a user's waiting tasks, most urgent first, without tasks that have a count of 0. */
export async function listTasks(
  db: Db,
  context: Context,
  { id, role }: Pick<StaffUser, 'id' | 'role'>,
): Promise<WaitingTask[]> {
  if (!hasRole(role, 'staff')) return []
  const counts: Counts = Object.assign(
    {},
    ...(await Promise.all([
      countChampionTasks(db, context.config),
      ...(hasRole(role, 'admin')
        ? [countServiceTasks(db, context), countImportTasks(db), countCrmChangeTasks(db), countLetterTasks(db, id)]
        : []),
    ])),
  )
  return taskNames.flatMap((name) => {
    const { count = 0, path = tasks[name].path } = counts[name] ?? {}
    return count > 0 ? [{ name, count, path }] : []
  })
}

async function countChampionTasks(db: Db, config: Config): Promise<Counts> {
  const [toLink, duplicates, toAnswer, soon, unreached] = await Promise.all([
    countSignupsToLink(db, config),
    countDuplicates(db),
    listOpportunitiesToAnswer(db),
    countEventsSoon(db),
    countSignups(db, config, { unreached: 'yes' }),
  ])
  return {
    unreached_champions: { count: unreached },
    signups_to_link: { count: toLink },
    duplicate_signups: { count: duplicates },
    opportunities_to_answer: { count: toAnswer.length },
    events_this_week: { count: soon },
  }
}

async function countServiceTasks(db: Db, context: Context): Promise<Counts> {
  const [health, processes, letters] = await Promise.all([readHealth(db, context), readProcesses(db), countLetters(db)])
  return {
    health_problems: { count: health.filter(({ state }) => state !== 'good').length },
    failed_jobs: { count: processes.queue?.failed.reduce((sum, { count }) => sum + count, 0) ?? 0 },
    failed_letters: { count: letters.failed },
  }
}

async function countImportTasks(db: Db): Promise<Counts> {
  const batches = await listLatestBatches(db)
  const inState = (...states: string[]): TaskCount => {
    const found = batches.filter(({ status }) => states.includes(status))
    const [only] = found
    return {
      count: found.length,
      ...(found.length === 1 ? { path: `/settings/imports/${only!.type}/batches/${only!.id}` } : {}),
    }
  }
  return {
    failed_imports: inState('failed'),
    imports_to_review: inState('review'),
    running_imports: inState('scanning', 'running'),
  }
}

async function countCrmChangeTasks(db: Db): Promise<Counts> {
  const counts = await countCrmTasks(db)
  return {
    conflicts: { count: counts.conflicts },
    pending_changes: { count: counts.pending_changes },
    exported_changes: { count: counts.exported_changes },
  }
}

async function countLetterTasks(db: Db, userId: number): Promise<Counts> {
  const letters = await listLettersToSend(db, userId)
  const [only] = letters
  return { letters_to_send: { count: letters.length, ...(letters.length === 1 && { path: `/letters/${only!.id}` }) } }
}
