import type { SearchPage } from '@alumni/shared/alumni/search'

/** What was looked for instead of words that nobody has, as they were typed: "Nobody is called “Alvarz”. Shown: Alvarez, Alvares." */
export function correctionWords(corrections: SearchPage['corrections'], q = ''): string {
  return corrections
    .map(({ typed, as }) =>
      [`Nobody is called “${asTyped(typed, q)}”.`, as.length > 0 && `Shown: ${as.map(withCapital).join(', ')}.`]
        .filter(Boolean)
        .join(' '),
    )
    .join(' ')
}

/** The server compares without accents and capitals. */
function asTyped(folded: string, q: string): string {
  return q.split(/\s+/).find((word) => fold(word) === fold(folded)) ?? folded
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

function withCapital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
