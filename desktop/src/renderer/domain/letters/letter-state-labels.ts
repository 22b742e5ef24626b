import type { LetterState } from '@alumni/shared/letters'
import { IconCircleCheck, IconCircleMinus, IconClock, IconMailOff } from '@tabler/icons-react'
import type { StateLabel } from '../../ui/state-badge.tsx'

export const letterStateLabels: Record<LetterState, StateLabel> = {
  waiting: { label: 'Waiting', icon: IconClock, tone: 'warn' },
  given_up: { label: 'Not sent', icon: IconMailOff, tone: 'bad' },
  sent: { label: 'Sent', icon: IconCircleCheck, tone: 'good' },
  not_needed: { label: 'No longer needed', icon: IconCircleMinus, tone: 'plain' },
}
