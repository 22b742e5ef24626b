import { useLocalStorage } from '@mantine/hooks'

export function useStoredSwitch(key: string, initially: boolean) {
  return useLocalStorage<boolean>({ key, defaultValue: initially, getInitialValueInEffect: false })
}
