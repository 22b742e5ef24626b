import { useLocalStorage } from '@mantine/hooks'

type Columns<Name extends string> = {
  /** Under which name this browser keeps them. */
  key: string
  names: readonly Name[]
  usual: readonly Name[]
}

/** The columns of a list that this browser shows. */
export function useColumns<Name extends string>({
  key,
  names,
  usual,
}: Columns<Name>): [readonly Name[], (columns: readonly Name[]) => void] {
  const [kept, keep] = useLocalStorage<readonly string[]>({
    key,
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  return [names.filter((name) => Array.isArray(kept) && kept.includes(name)), keep]
}
