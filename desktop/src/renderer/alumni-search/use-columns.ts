import { useLocalStorage } from '@mantine/hooks'
import { columnNames, usualColumns, type ColumnName } from './columns.tsx'

/** The columns that this browser shows. */
export function useColumns(): [readonly ColumnName[], (columns: readonly ColumnName[]) => void] {
  const [kept, keep] = useLocalStorage<readonly string[]>({
    key: 'search-columns',
    defaultValue: usualColumns as readonly string[],
    getInitialValueInEffect: false,
  })
  return [columnNames.filter((name) => Array.isArray(kept) && kept.includes(name)), keep]
}
