import { useLocalStorage } from '@mantine/hooks'

/** A boolean setting stored in this browser. */
export function useStoredSwitch(key: string, initially: boolean) {
  return useLocalStorage<boolean>({ key, defaultValue: initially, getInitialValueInEffect: false })
}
