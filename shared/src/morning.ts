import { z } from 'zod'
import type { Role } from './staff/accounts.ts'

export type Task = {
  role: Role
  /** Path of the list of these tasks. The settings page shows their number next to its link to this path. */
  path: string
  /** The page where staff process the tasks one by one; earlier releases of the staff app ignore it. */
  queue?: string
  label: string
}

/** Most urgent first. */
export const tasks = {
  health_problems: {
    role: 'admin',
    path: '/settings',
    label: 'Parts that need attention',
  },
  failed_imports: {
    role: 'admin',
    path: '/settings/imports',
    label: 'Failed imports',
  },
  failed_jobs: {
    role: 'admin',
    path: '/settings/processes',
    label: 'Failed jobs',
  },
  failed_letters: {
    role: 'admin',
    path: '/settings/letters?state=given_up',
    label: 'Letters that could not be sent',
  },
  letters_to_send: {
    role: 'admin',
    path: '/letters?state=requested',
    label: 'Letters for you to send',
  },
  imports_to_review: {
    role: 'admin',
    path: '/settings/imports',
    label: 'Imports for you to review',
  },
  running_imports: {
    role: 'admin',
    path: '/settings/imports',
    label: 'Imports under way',
  },
  conflicts: {
    role: 'admin',
    path: '/settings/crm/conflicts',
    label: 'Conflicts with the CRM',
  },
  pending_changes: {
    role: 'admin',
    path: '/settings/crm/crm_changes',
    label: 'Changes to export to the CRM',
  },
  exported_changes: {
    role: 'admin',
    path: '/settings/crm/crm_changes?state=exported',
    label: 'Exported changes to the CRM',
  },
  unreached_champions: {
    role: 'staff',
    path: '/champion_signups?unreached=yes',
    label: 'Champions who did not get a letter',
  },
  signups_to_link: {
    role: 'staff',
    path: '/champion_signups?status=completed',
    queue: '/champion_signups/linking',
    label: 'Signups to be linked to alumni',
  },
  duplicate_signups: {
    role: 'staff',
    path: '/champion_signups/duplicates',
    label: 'Possible duplicates among signups',
  },
  opportunities_to_answer: {
    role: 'staff',
    path: '/champion_signups/opportunities?answers=new',
    label: 'Opportunities with new answers',
  },
  events_this_week: {
    role: 'staff',
    path: '/champion_signups/events?soon=yes',
    label: 'Events in the coming seven days',
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
