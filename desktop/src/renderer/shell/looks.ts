/** How the app looks: of the person's own choice, and no secret. */
const keys = ['mantine-color-scheme-value', 'institution', 'rail-narrow', 'rail-narrow-tablet']

/** Reads them; the function that it returns puts them back when all else in this window was wiped, as the desktop app does. */
export function rememberLooks(): () => void {
  const kept = keys.flatMap((key): [string, string][] => {
    const value = localStorage.getItem(key)
    return value === null ? [] : [[key, value]]
  })
  return () => {
    for (const [key, value] of kept) localStorage.setItem(key, value)
  }
}
