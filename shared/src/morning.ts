import { z } from 'zod'
import type { Role } from './staff/accounts.ts'

export type Task = {
  role: Role
  /** Path of the list of these tasks. The settings page shows their number next to its link to this path. */
  path: string
  /** The page where staff process the tasks one by one; earlier releases of the staff app ignore it. */
  queue?: string
  labels: readonly [one: string, many: string]
}

/** Most urgent first. */
export const tasks = {
  health_problems: {
    role: 'admin',
    path: '/settings',
    labels: ['part of the service needs attention', 'parts of the service need attention'],
  },
  failed_imports: {
    role: 'admin',
    path: '/settings/imports',
    labels: ['import has failed', 'imports have failed'],
  },
  failed_jobs: {
    role: 'admin',
    path: '/settings/processes',
    labels: ['job of the service has failed', 'jobs of the service have failed'],
  },
  failed_letters: {
    role: 'admin',
    path: '/settings/letters?state=given_up',
    labels: ['letter could not be sent', 'letters could not be sent'],
  },
  letters_to_send: {
    role: 'admin',
    path: '/letters?state=requested',
    labels: ['letter is waiting for you to send it', 'letters are waiting for you to send them'],
  },
  imports_to_review: {
    role: 'admin',
    path: '/settings/imports',
    labels: ['import is waiting for your review', 'imports are waiting for your review'],
  },
  running_imports: {
    role: 'admin',
    path: '/settings/imports',
    labels: ['import is under way', 'imports are under way'],
  },
  conflicts: {
    role: 'admin',
    path: '/settings/crm/conflicts',
    labels: ['conflict with the CRM is waiting for a decision', 'conflicts with the CRM are waiting for a decision'],
  },
  pending_changes: {
    role: 'admin',
    path: '/settings/crm/crm_changes',
    labels: ['change is waiting to go to the CRM', 'changes are waiting to go to the CRM'],
  },
  exported_changes: {
    role: 'admin',
    path: '/settings/crm/crm_changes?state=exported',
    labels: ['exported change is not confirmed by the CRM yet', 'exported changes are not confirmed by the CRM yet'],
  },
  unreached_champions: {
    role: 'staff',
    path: '/champion_signups?unreached=yes',
    labels: ['champion did not get a letter', 'champions did not get a letter'],
  },
  signups_to_link: {
    role: 'staff',
    path: '/champion_signups?status=completed',
    queue: '/champion_signups/linking',
    labels: [
      'champion signup is waiting to be linked to an alumnus',
      'champion signups are waiting to be linked to alumni',
    ],
  },
  duplicate_signups: {
    role: 'staff',
    path: '/champion_signups/duplicates',
    labels: ['pair of signups may be the same person', 'pairs of signups may be the same person'],
  },
  opportunities_to_answer: {
    role: 'staff',
    path: '/champion_signups/opportunities?answers=new',
    labels: ['opportunity has answers to decide about', 'opportunities have answers to decide about'],
  },
  events_this_week: {
    role: 'staff',
    path: '/champion_signups/events?soon=yes',
    labels: ['event takes place in the coming seven days', 'events take place in the coming seven days'],
  },
} as const satisfies Record<string, Task>
export type TaskName = keyof typeof tasks
export const taskNames = Object.keys(tasks) as [TaskName, ...TaskName[]]

const count = z.number().int()

/** `path` leads to the list of these tasks, or to the record if there is only one. */
export const waitingTask = z.object({ name: z.enum(taskNames), count: count.min(1), path: z.string() })
export type WaitingTask = z.infer<typeof waitingTask>

/** Omits tasks with a count of 0. `news` counts since Monday 00:00 in the institution's time zone. */
export const morning = z.object({
  tasks: z.array(waitingTask),
  news: z.object({ monday: z.string(), engaged: count, signed_up: count.nullable() }),
  /** Classes with a reunion in the current calendar year; `alumni` counts each living alumnus once. */
  reunions: z.object({ year: count, classes: z.array(count), alumni: count, by_email: count }),
})
export type Morning = z.infer<typeof morning>
