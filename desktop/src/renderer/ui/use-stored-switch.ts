import { useLocalStorage } from '@mantine/hooks'

/** A choice of this browser, stored for the next visit. */
export function useStoredSwitch(key: string, initially: boolean) {
  return useLocalStorage<boolean>({ key, defaultValue: initially, getInitialValueInEffect: false })
}
