import { Group, Pagination } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  if (pages <= 1) return null
  return (
    <Group component="nav" justify="flex-end" pt={16} aria-label="Pages">
      <Pagination
        value={page}
        total={pages}
        onChange={onPage}
        siblings={isPhone ? 0 : 1}
        size={isPhone ? 'lg' : 'md'}
        getControlProps={(control) => ({ 'aria-label': `${control[0]?.toUpperCase()}${control.slice(1)} page` })}
        getItemProps={(to) => ({ 'aria-label': `Page ${to}` })}
      />
    </Group>
  )
}
