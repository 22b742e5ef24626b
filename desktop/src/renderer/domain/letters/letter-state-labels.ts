import type { LetterState } from '@alumni/shared/letters'
import { IconCircleCheck, IconCircleMinus, IconClock, IconMailOff, type Icon } from '@tabler/icons-react'
import type { Tone } from '../../ui/state-badge.tsx'

export const letterStateLabels: Record<LetterState, { label: string; icon: Icon; tone: Tone }> = {
  waiting: { label: 'Waiting', icon: IconClock, tone: 'warn' },
  given_up: { label: 'Not sent', icon: IconMailOff, tone: 'bad' },
  sent: { label: 'Sent', icon: IconCircleCheck, tone: 'good' },
  not_needed: { label: 'No longer needed', icon: IconCircleMinus, tone: 'plain' },
}
