import type { SearchPage } from '@alumni/shared/alumni-search'

/** What was looked for instead of words that nobody has: "Nobody is called “Alvarz”. Shown: Alvarez or Álvares." */
export function respeltWords(respelt: SearchPage['respelt']): string {
  return respelt.map(({ typed, as }) => (as.length > 0 ? `Nobody is called “${typed}”. Shown: ${as.join(', ')}.` : `Nobody is called “${typed}”.`)).join(' ')
}
