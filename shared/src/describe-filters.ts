export type FilterTexts<Word extends string> = Partial<Record<Word, string>>

/** Empty if the filter is not set or another one includes it. `namesOf` returns the names of the codes of a filter. */
export type FilterDescriber<Word extends string> = (
  words: FilterTexts<Word>,
  namesOf: (word: Word) => readonly string[],
) => string

type Choice = { code: string; name: string }

/** Describes filters for the name of a file: without titles, and with names instead of codes. */
export function describeFilters<Word extends string>(
  filters: Partial<Record<Word, unknown>>,
  describers: Record<string, FilterDescriber<Word>>,
  lists: Partial<Record<Word, readonly Choice[]>>,
): string[] {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined)
  const words = Object.fromEntries(set.map(([word, value]) => [word, String(value)])) as FilterTexts<Word>
  const namesOf = (word: Word) =>
    (words[word] ?? '').split(',').map((code) => lists[word]?.find((choice) => choice.code === code)?.name ?? code)
  return Object.values(describers).map((describe) => describe(words, namesOf).replace(/^[A-Z][a-z]+: /, ''))
}

export function filterDescribers<Word extends string>() {
  type Kind = FilterDescriber<Word>
  /** The text is empty if none of the filters is set. */
  const whenSet =
    (filters: readonly Word[], describe: Kind): Kind =>
    (words, namesOf) =>
      filters.some((filter) => words[filter]) ? describe(words, namesOf) : ''
  return {
    whenSet,
    codes: (word: Word, title: string) =>
      whenSet([word], (_words, namesOf) => `${title}: ${joinWithOr(namesOf(word))}`),
    college: (word: Word) =>
      whenSet([word], (_words, namesOf) => {
        const names = joinWithOr(namesOf(word))
        return names.startsWith('College') ? names : `College: ${names}`
      }),
    text: (word: Word, title: string) => whenSet([word], (words) => `${title}: ${words[word]}`),
    yesNo: (word: Word, yes: string, no: string) => whenSet([word], (words) => describeYesNo(words[word], yes, no)),
    years: (from: Word, to: Word, title: string) =>
      whenSet([from, to], (words) => `${title} ${formatYearRange(words[from], words[to])}`),
    days: (from: Word, to: Word, title: string) =>
      whenSet([from, to], (words) => `${title} ${formatDayRange(words[from], words[to])}`),
  }
}

const maxNames = 3

/** "Engineering, Law, Arts or 3 more". */
export function joinWithOr(names: readonly string[]): string {
  const listed = names.length > maxNames + 1 ? [...names.slice(0, maxNames), `${names.length - maxNames} more`] : names
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(listed)
}

/** "1998–2008", "1998 or later", "2008 or earlier". */
function formatYearRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? from : `${from}–${to}`
  return from ? `${from} or later` : `${to} or earlier`
}

/** "July 1, 2026 to July 31, 2026", "on July 1, 2026", "since …", "until …". */
export function formatDayRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? `on ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(to)}`
  return from ? `since ${formatDay(from)}` : `until ${formatDay(to ?? '')}`
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats `YYYY-MM-DD` in words and returns any other text unchanged. */
export function formatDay(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) ? text : day.format(time)
}

export function describeYesNo(value: string | undefined, yes: string, no: string): string {
  if (value === 'yes') return yes
  return value === 'no' ? no : `${yes}: ${value}`
}
