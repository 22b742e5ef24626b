import { importSections, type ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { IconBan, IconCircleCheck, IconCircleX, IconEyeCheck, IconLoader2, IconPlayerPlay } from '@tabler/icons-react'
import type { StateLabel } from '../../ui/state-badge.tsx'

const statusLabels: Record<ImportStatus, StateLabel> = {
  pending: { label: importSections.pending, icon: IconLoader2, tone: 'accent' },
  scanning: { label: importSections.scanning, icon: IconLoader2, tone: 'accent' },
  review: { label: 'Waiting for review', icon: IconEyeCheck, tone: 'warn' },
  running: { label: importSections.running, icon: IconPlayerPlay, tone: 'accent' },
  completed: { label: 'Completed', icon: IconCircleCheck, tone: 'good' },
  failed: { label: importSections.failed, icon: IconCircleX, tone: 'bad' },
  cancelled: { label: 'Canceled', icon: IconBan, tone: 'plain' },
}

export function StatusLabel({ batch }: { batch: Pick<ImportStatusReply, 'status' | 'undoes'> }) {
  const { label, icon: Icon, tone } = statusLabels[batch.status]
  return (
    <span className="tag" data-tone={tone}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {batch.undoes && batch.status === 'running' ? 'Restoring' : label}
    </span>
  )
}
