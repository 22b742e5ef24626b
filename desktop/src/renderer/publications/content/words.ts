import type { ContentState } from '@alumni/shared/publications/staff-content'
import { IconClock, IconHistory, IconPencil, IconWorld, type Icon } from '@tabler/icons-react'
import type { Tone } from '../../ui/state-word.tsx'

type Word = { word: string; icon: Icon; tone: Tone }

export const stateWords: Record<ContentState, Word> = {
  draft: { word: 'Draft', icon: IconPencil, tone: 'warn' },
  scheduled: { word: 'Scheduled', icon: IconClock, tone: 'accent' },
  published: { word: 'Published', icon: IconWorld, tone: 'good' },
  ended: { word: 'Off the site', icon: IconHistory, tone: 'plain' },
}
