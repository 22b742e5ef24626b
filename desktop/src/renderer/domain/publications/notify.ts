import type { RefusedAnswers } from '@alumni/shared/publications/publications'
import { notifications } from '@mantine/notifications'
import { countOf } from '../../ui/words/numbers.ts'

/** Who of several was left as they are, and why. */
export function notifyRefused(refused: RefusedAnswers): void {
  if (refused.length === 0) return
  const first = refused.slice(0, 3).map(({ name, error }) => `${name}: ${error}`)
  notifications.show({
    color: 'red',
    title: `${countOf(refused.length, ['person', 'people'])} left as they were`,
    message: [...first, ...(refused.length > 3 ? [`And ${refused.length - 3} more.`] : [])].join(' '),
    autoClose: false,
    role: 'alert',
  })
}
