import { Skeleton } from '@mantine/core'

export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading…</span>
      <Skeleton height={29} width={240} mb={28} />
      <BlockSkeletons />
    </div>
  )
}

export function BlockSkeletons({ blocks = 3, height = 96 }: { blocks?: number; height?: number }) {
  return Array.from({ length: blocks }, (_, i) => <Skeleton key={i} height={height} mb={16} />)
}
