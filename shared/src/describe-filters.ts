export type FilterTexts<Filter extends string> = Partial<Record<Filter, string>>

/** Returns an empty string if the filter is not set or is described by another. `namesOf` looks up names of codes. */
export type FilterDescriber<Filter extends string> = (
  texts: FilterTexts<Filter>,
  namesOf: (filter: Filter) => readonly string[],
) => string

/** Describes filters for use in a file name, with names instead of codes and without titles. */
export function describeFilters<Filter extends string>(
  values: Partial<Record<Filter, unknown>>,
  describers: Record<string, FilterDescriber<Filter>>,
  choices: Partial<Record<Filter, readonly { code: string; name: string }[]>>,
): string[] {
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  const texts = Object.fromEntries(set.map(([filter, value]) => [filter, String(value)])) as FilterTexts<Filter>
  const nameOf = (filter: Filter, code: string) => choices[filter]?.find((choice) => choice.code === code)?.name ?? code
  const namesOf = (filter: Filter) => (texts[filter] ?? '').split(',').map((code) => nameOf(filter, code))
  return Object.values(describers).map((describe) => describe(texts, namesOf).replace(/^[A-Z][a-z]+: /, ''))
}

/** Returns builders of describers, such as `years` or `codes`. Describers return '' for filters that are not set. */
export function filterDescribers<Filter extends string>() {
  type Describer = FilterDescriber<Filter>
  const whenSet =
    (filters: readonly Filter[], describe: Describer): Describer =>
    (texts, namesOf) =>
      filters.some((filter) => texts[filter]) ? describe(texts, namesOf) : ''
  return {
    whenSet,
    codes: (filter: Filter, title: string) =>
      whenSet([filter], (_texts, namesOf) => `${title}: ${joinWithOr(namesOf(filter))}`),
    college: (filter: Filter) =>
      whenSet([filter], (_texts, namesOf) => {
        const names = joinWithOr(namesOf(filter))
        return names.startsWith('College') ? names : `College: ${names}`
      }),
    text: (filter: Filter, title: string) => whenSet([filter], (texts) => `${title}: ${texts[filter]}`),
    yesNo: (filter: Filter, yes: string, no: string) =>
      whenSet([filter], (texts) => describeYesNo(texts[filter], yes, no)),
    years: (from: Filter, to: Filter, title: string) =>
      whenSet([from, to], (texts) => `${title} ${formatYearRange(texts[from], texts[to])}`),
    days: (from: Filter, to: Filter, title: string) =>
      whenSet([from, to], (texts) => `${title} ${formatDayRange(texts[from], texts[to])}`),
  }
}

const maxNames = 3

/** Returns text such as "Engineering, Law, Arts or 3 more". */
export function joinWithOr(names: readonly string[]): string {
  const listed = names.length > maxNames + 1 ? [...names.slice(0, maxNames), `${names.length - maxNames} more`] : names
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(listed)
}

function formatYearRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? from : `${from}–${to}`
  return from ? `${from} or later` : `${to} or earlier`
}

/** Returns "July 1, 2026 to July 31, 2026", "on July 1, 2026", "since …" or "until …". */
export function formatDayRange(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? `on ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(to)}`
  return from ? `since ${formatDay(from)}` : `until ${formatDay(to ?? '')}`
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a `YYYY-MM-DD` date as "July 1, 2026". Returns any other text unchanged. */
export function formatDay(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) ? text : day.format(time)
}

/** Returns the text `yes` or `no` for that value. For any other value, returns `yes` and the value. */
export function describeYesNo(value: string | undefined, yes: string, no: string): string {
  if (value === 'yes') return yes
  return value === 'no' ? no : `${yes}: ${value}`
}
