/** Filters as an address has them. */
export type FilterTexts<Word extends string> = Partial<Record<Word, string>>

/**
 * A filter in words; empty where it is not set, or another one includes it. `namesOf` are the names of a filter's
 * codes.
 */
export type Phrase<Word extends string> = (
  words: FilterTexts<Word>,
  namesOf: (word: Word) => readonly string[],
) => string

type Named = { code: string; name: string }

/** Filters as words of a file's name: without titles, and of codes the names that the lists have. */
export function wordsOfFilters<Word extends string>(
  asked: Partial<Record<Word, unknown>>,
  said: Record<string, Phrase<Word>>,
  lists: Partial<Record<Word, readonly Named[]>>,
): string[] {
  const set = Object.entries(asked).filter(([, value]) => value !== undefined)
  const words = Object.fromEntries(set.map(([word, value]) => [word, String(value)])) as FilterTexts<Word>
  const namesOf = (word: Word) =>
    (words[word] ?? '').split(',').map((code) => lists[word]?.find((choice) => choice.code === code)?.name ?? code)
  return Object.values(said).map((phrase) => phrase(words, namesOf).replace(/^[A-Z][a-z]+: /, ''))
}

/** The usual kinds of filters in words: what a page shows of them, and a file is called by. */
export function phrases<Word extends string>() {
  type Kind = Phrase<Word>
  /** Returns an empty text where none of its filters is set. */
  const of =
    (filters: readonly Word[], phrase: Kind): Kind =>
    (words, namesOf) =>
      filters.some((filter) => words[filter]) ? phrase(words, namesOf) : ''
  return {
    of,
    codes: (word: Word, title: string) => of([word], (_words, namesOf) => `${title}: ${anyOf(namesOf(word))}`),
    college: (word: Word) =>
      of([word], (_words, namesOf) => {
        const names = anyOf(namesOf(word))
        // Not "College: College of Engineering".
        return names.startsWith('College') ? names : `College: ${names}`
      }),
    text: (word: Word, title: string) => of([word], (words) => `${title}: ${words[word]}`),
    yesNo: (word: Word, yes: string, no: string) => of([word], (words) => yesOrNo(words[word], yes, no)),
    years: (from: Word, to: Word, title: string) =>
      of([from, to], (words) => `${title} ${yearRange(words[from], words[to])}`),
    days: (from: Word, to: Word, title: string) =>
      of([from, to], (words) => `${title} ${dayRange(words[from], words[to])}`),
  }
}

const maxNames = 3

/** "Engineering, Law, Arts or 3 more". */
export function anyOf(names: readonly string[]): string {
  const shown = names.length > maxNames + 1 ? [...names.slice(0, maxNames), `${names.length - maxNames} more`] : names
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(shown)
}

/** "1998–2008", "1998 or later", "2008 or earlier". */
function yearRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? from : `${from}–${to}`
  return from ? `${from} or later` : `${to} or earlier`
}

/** "July 1, 2026 to July 31, 2026", "on July 1, 2026", "since …", "until …". */
export function dayRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? `on ${dayOrText(from)}` : `${dayOrText(from)} to ${dayOrText(to)}`
  return from ? `since ${dayOrText(from)}` : `until ${dayOrText(to ?? '')}`
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day in words; what is none stays as it was typed. */
export function dayOrText(text: string): string {
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) ? text : day.format(at)
}

export function yesOrNo(value: string | undefined, yes: string, no: string): string {
  if (value === 'yes') return yes
  return value === 'no' ? no : `${yes}: ${value}`
}
