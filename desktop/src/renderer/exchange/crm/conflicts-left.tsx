import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { count } from '../../ui/words/numbers.ts'
import { openConflictsQuery } from './queries.ts'

/** Shows the number of open conflicts beside a link to them; nothing where there is none. */
export function ConflictsLeft() {
  const open = useQuery(openConflictsQuery).data?.open ?? 0
  if (open === 0) return null
  return (
    <Text component="span" className="tag" data-tone="warn" fw={600} ml="auto" px={7} py={0}>
      {count(open)}
      <span className="visually-hidden"> left</span>
    </Text>
  )
}
