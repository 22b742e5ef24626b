import type { LetterState } from '@alumni/shared/letters'
import { IconCircleCheck, IconCircleMinus, IconClock, IconMailOff, type Icon } from '@tabler/icons-react'
import type { Tone } from '../../ui/state-word.tsx'

export const letterStateLabels: Record<LetterState, { word: string; icon: Icon; tone: Tone }> = {
  waiting: { word: 'Waiting', icon: IconClock, tone: 'warn' },
  given_up: { word: 'Not sent', icon: IconMailOff, tone: 'bad' },
  sent: { word: 'Sent', icon: IconCircleCheck, tone: 'good' },
  not_needed: { word: 'No longer needed', icon: IconCircleMinus, tone: 'plain' },
}
