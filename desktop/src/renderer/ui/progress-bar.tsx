import { Progress, type ProgressSectionProps } from '@mantine/core'

/** `percent` is null while the length is unknown. */
export function ProgressBar({ label, percent }: { label: string; percent: number | null }) {
  const unknown: Partial<ProgressSectionProps> = { withAria: false, role: 'progressbar', animated: true }
  return (
    <Progress.Root size={8} transitionDuration={180}>
      <Progress.Section value={Math.floor(percent ?? 100)} aria-label={label} {...(percent === null && unknown)} />
    </Progress.Root>
  )
}
