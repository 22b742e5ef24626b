/** Both years are included. */
export type YearSpan = { from: number; to: number }

/**
 * `code` is a degree or college, as in `MBA’05`. `years` has the likeliest span first. It is empty for prefixes with
 * several meanings, as in `P’24`.
 */
export type TypedClass = { typed: string; code: string | undefined; years: YearSpan[] }

export function shortClassYear(year: number): string {
  return `’${String(year % 100).padStart(2, '0')}`
}

/** Extracts class years. Letters before a year, as in `Smith ’98`, stay in `rest` unless `isCode` accepts them. */
export function readClassYears(
  text: string,
  thisYear = new Date().getFullYear(),
  isCode: (letters: string) => boolean = ({ length }) => length <= maxCodeLength,
): { classes: TypedClass[]; rest: string } {
  const classes: TypedClass[] = []
  const rest = text.replace(classYearPattern, (matched: string, ...groups) => {
    const { letters, first, last, decade } = groups.at(-1) as Partial<Record<MatchedGroup, string>>
    const from = first ? centuriesOf(first, thisYear) : []
    const years = decade
      ? decadesOf(decade, thisYear)
      : last
        ? spansOf(from, centuriesOf(last, thisYear))
        : from.map((year) => ({ from: year, to: year }))
    if (years.length === 0) return matched
    const code = letters?.replaceAll('.', '')
    if (code && ambiguousPrefixes.has(code.toUpperCase()) && !/\s/.test(matched)) {
      classes.push({ typed: matched, code: undefined, years: [] })
      return ' '
    }
    const isName = code !== undefined && !isCode(code)
    classes.push({ typed: isName ? first! : matched.trim(), code: isName ? undefined : code, years })
    return isName ? `${letters} ` : ' '
  })
  return {
    classes,
    rest: rest
      .replace(/\(\s*\)/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** Schools use these prefixes differently: for parents, grandparents, non-graduates, honorary and graduate degrees. */
const ambiguousPrefixes = new Set(['P', 'GP', 'X', 'H', 'G'])
const maxCodeLength = 6

type MatchedGroup = 'letters' | 'first' | 'last' | 'decade'

const apostrophe = "['’‘ʼ`´′]"
const notAfterNumber = String.raw`(?<!\d[ ().-])`
const year = `(?:${apostrophe}\\s?\\d\\d|${notAfterNumber}(?:19|20)\\d\\d)`
/** A year with two or four digits; two digits need no apostrophe after `class of` or in a span. */
const shortYear = `(?:${apostrophe}?\\d\\d|(?:19|20)\\d\\d)`
const separator = String.raw`(?:\s?[-–—]\s?|\s(?:to|through|thru|until)\s)`
const classYearPattern = new RegExp(
  String.raw`(?<![\p{L}\d@._+-])` +
    `(?:(?:class(?:es)? )?between (?<first>${shortYear})(?: and |${separator})(?<last>${shortYear})` +
    `|(?:class(?:es)? )?from (?<first>${shortYear})${separator}(?<last>${shortYear})` +
    `|class(?:es)? of (?<first>${shortYear})(?:${separator}(?<last>${shortYear}))?` +
    `|(?:(?:who )?graduated (?:in )?|in )?(?<first>${year})(?:${separator}(?<last>${shortYear}))?` +
    `|(?:(?:class(?:es)? )?(?:of|in|from) )?(?:the )?(?<decade>(?:${apostrophe}|${notAfterNumber}(?:19|20)?)\\d0${apostrophe}?s)` +
    `|(?<letters>\\p{L}[\\p{L}.]*)\\s?(?<first>${apostrophe}\\d\\d)` +
    `|(?<first>(?<=^|[\\p{L}.,]\\s)\\d\\d)(?:${separator}(?<last>${shortYear}))?)` +
    String.raw`(?![\p{L}\d@]|[ ().-]*\d)`,
  'giu',
)

/** Returns the possible years, likeliest first. Two digits can mean a year in the last 100 years or the next five. */
function centuriesOf(digitsOrYear: string, thisYear: number): number[] {
  const digits = digitsOrYear.replace(/\D/g, '')
  if (digits.length === 4) return Number(digits) <= thisYear + maxYearsAhead ? [Number(digits)] : []
  const century = Math.floor(thisYear / 100) * 100
  return [century + 100, century, century - 100]
    .map((start) => start + Number(digits))
    .filter((year) => year > thisYear - 100 && year <= thisYear + studentYearsAhead)
    .toSorted((a, b) => Number(a > thisYear) - Number(b > thisYear))
}

/** Returns the possible decades for `1990s` or `’90s` in the last hundred years, latest first. */
function decadesOf(digitsOrYear: string, thisYear: number): YearSpan[] {
  const digits = digitsOrYear.replace(/\D/g, '')
  const century = Math.floor(thisYear / 100) * 100
  const starts =
    digits.length === 4 ? [Number(digits)] : [century, century - 100].map((start) => start + Number(digits))
  return starts
    .map((start) => ({ from: start, to: start + 9 }))
    .filter(({ from, to }) => from <= thisYear && to > thisYear - 100)
}

export const maxYearsAhead = 10
const studentYearsAhead = 5

function spansOf(from: readonly number[], to: readonly number[]): YearSpan[] {
  return from
    .flatMap((first) => to.map((last) => ({ from: first, to: last })))
    .filter(({ from, to }) => from <= to && to - from < 100)
}
