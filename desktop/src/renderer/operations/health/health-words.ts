import type { HealthPart, HealthState } from '@alumni/shared/operations/settings'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, type Icon } from '@tabler/icons-react'
import type { Tone } from '../../ui/state-word.tsx'

export const partNames: Record<HealthPart['name'], string> = {
  database: 'Database',
  queue: 'Jobs',
  mail: 'Mail',
  storage: 'Files',
  memory: 'Memory',
}

export const healthWords: Record<HealthState, { word: string; icon: Icon; tone: Tone }> = {
  good: { word: 'Good', icon: IconCircleCheck, tone: 'good' },
  attention: { word: 'Needs attention', icon: IconAlertTriangle, tone: 'warn' },
  bad: { word: 'Not working', icon: IconCircleX, tone: 'bad' },
}
