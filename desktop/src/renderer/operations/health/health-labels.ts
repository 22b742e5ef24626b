import type { HealthPart, HealthState } from '@alumni/shared/operations/settings'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { StateLabel } from '../../ui/state-badge.tsx'

export const partNames: Record<HealthPart['name'], string> = {
  database: 'Database',
  queue: 'Jobs',
  mail: 'Mail',
  storage: 'Files',
  memory: 'Memory',
}

export const healthLabels: Record<HealthState, StateLabel> = {
  good: { label: 'Good', icon: IconCircleCheck, tone: 'good' },
  attention: { label: 'Needs attention', icon: IconAlertTriangle, tone: 'warn' },
  bad: { label: 'Not working', icon: IconCircleX, tone: 'bad' },
}
