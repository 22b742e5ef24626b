import { importSections, type ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import {
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconEyeCheck,
  IconLoader2,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react'

type StatusLook = { word: string; icon: Icon; tone: 'plain' | 'accent' | 'warn' | 'good' | 'bad' }

const looks: Record<ImportStatus, StatusLook> = {
  pending: { word: importSections.pending, icon: IconLoader2, tone: 'accent' },
  scanning: { word: importSections.scanning, icon: IconLoader2, tone: 'accent' },
  review: { word: 'Waiting for review', icon: IconEyeCheck, tone: 'warn' },
  running: { word: importSections.running, icon: IconPlayerPlay, tone: 'accent' },
  completed: { word: 'Completed', icon: IconCircleCheck, tone: 'good' },
  failed: { word: importSections.failed, icon: IconCircleX, tone: 'bad' },
  cancelled: { word: 'Canceled', icon: IconBan, tone: 'plain' },
}

export function StatusLabel({ batch }: { batch: Pick<ImportStatusReply, 'status' | 'undoes'> }) {
  const { word, icon: Icon, tone } = looks[batch.status]
  return (
    <span className="tag" data-tone={tone}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {batch.undoes && batch.status === 'running' ? 'Restoring' : word}
    </span>
  )
}
